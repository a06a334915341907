import Glibc
import Testing

/// Two connected sockets, closed at the end; the test reads and writes at one, what is tested has the other.
final class SocketPair {
    private(set) var ours: Int32
    private let theirs: Int32

    init() throws {
        var pair: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        (ours, theirs) = (pair[0], pair[1])
    }

    deinit {
        closeOurs()
        close(theirs)
    }

    /// As a library does that closes its descriptor inside a call.
    func closeOurs() {
        if ours >= 0 { close(ours) }
        ours = -1
    }

    /// Writes one byte for the other side.
    func say(_ byte: UInt8) throws {
        try #require(withUnsafeBytes(of: byte) { write(theirs, $0.baseAddress, 1) } == 1)
    }

    /// Whether the other side has ended the connection; waits until it has said something or ended.
    func seesEnd() -> Bool {
        SocketPair.read(theirs) == nil
    }

    /// The next byte; nil at the connection's end.
    static func read(_ descriptor: Int32) -> UInt8? {
        var byte: UInt8 = 0
        return Glibc.read(descriptor, &byte, 1) == 1 ? byte : nil
    }
}
