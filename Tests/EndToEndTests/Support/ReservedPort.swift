import Glibc
import Synchronization

/// A port of this machine that belongs to the test, and refuses connections as long as no program listens on it.
final class ReservedPort: Sendable {
    struct Refused: Error {
        let call: String
        let code: Int32
    }

    let port: Int
    private let descriptor: Mutex<Int32>

    init() throws(Refused) {
        let socket = try Self.checked("socket", Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        descriptor = Mutex(socket)
        var address = Self.loopback(port: 0)
        try Self.checked("bind", Self.withAddress(&address) { bind(socket, $0, $1) })
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try Self.checked(
            "getsockname", Self.withAddress(&address) { pointer, _ in getsockname(socket, pointer, &length) })
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Gives the socket to the caller, who closes it.
    func takeDescriptor() -> Int32 {
        descriptor.withLock { descriptor in
            defer { descriptor = -1 }
            return descriptor
        }
    }

    /// Listens, and never accepts: a first connection fills the queue, so every later connection waits without end.
    ///
    /// - Returns: the first connection's socket, which the caller closes at the end.
    func listenWithoutAccepting() throws(Refused) -> Int32 {
        let socket = descriptor.withLock { $0 }
        try Self.checked("listen", listen(socket, 0))
        let stranger = try Self.checked("socket", Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        var address = Self.loopback(port: port)
        try Self.checked("connect", Self.withAddress(&address) { connect(stranger, $0, $1) })
        return stranger
    }

    deinit {
        let socket = takeDescriptor()
        if socket >= 0 { close(socket) }
    }

    private static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func withAddress(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    @discardableResult
    private static func checked(_ call: String, _ result: Int32) throws(Refused) -> Int32 {
        guard result >= 0 else { throw Refused(call: call, code: errno) }
        return result
    }
}
