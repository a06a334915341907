import Glibc
import StrictJSON
import VerificationCore

/// The open ledger; whole lines are in it, or nothing of them.
struct LedgerFile: ~Copyable {
    /// A line is shorter, because a body is.
    private static let longestLine = 262_144

    private let descriptor: Int32
    /// Where the last whole line ends.
    private var length: off_t
    /// Whether the file's content is uncertain, so that nothing can be promised any more.
    private var isBroken = false

    /// Opens or makes the file, which only this user can read.
    ///
    /// A crash may have left half a line, which was never answered: it is cut off.
    init(path: String) throws(LedgerError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unopenable(errno: errno) }
        do throws(LedgerError) {
            length = try Self.prepared(descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Appends lines, and returns when the disk has them.
    ///
    /// False when they are not in the file. After a failed `fsync` nobody can know what the disk has, so the ledger
    /// refuses all later lines as well.
    mutating func append(_ lines: [UInt8]) -> Bool {
        guard !isBroken else { return false }
        guard Self.writeAll(lines, to: descriptor) else {
            isBroken = ftruncate(descriptor, length) != 0
            return false
        }
        guard fsync(descriptor) == 0 else {
            isBroken = true
            ftruncate(descriptor, length)
            return false
        }
        length += off_t(lines.count)
        return true
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var count = 0
        while count < bytes.count {
            let written = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { return false }
            count += written
        }
        return true
    }

    /// Takes the file for this process alone, and cuts off a torn line; returns where the lines end.
    private static func prepared(_ descriptor: Int32) throws(LedgerError) -> off_t {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .taken }
        let end = lseek(descriptor, 0, SEEK_END)
        guard end >= 0 else { throw .unopenable(errno: errno) }
        let start = max(0, end - off_t(longestLine))
        var tail = [UInt8](repeating: 0, count: Int(end - start))
        guard pread(descriptor, &tail, tail.count, start) == tail.count else { throw .unopenable(errno: errno) }
        let torn = Array(tail[((tail.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)...])
        guard !torn.isEmpty else { return end }
        let common = min(torn.count, LedgerLine.beginning.count)
        guard torn.prefix(common).elementsEqual(LedgerLine.beginning.prefix(common)) else { throw .foreign }
        guard ftruncate(descriptor, end - off_t(torn.count)) == 0 else { throw .unopenable(errno: errno) }
        return end - off_t(torn.count)
    }
}

/// What the ledger says of an accepted message.
struct LedgerLine: Sendable {
    /// How every line begins; a torn line is known by it.
    static let beginning = Array(#"{"time":""#.utf8)

    let time: Timestamp
    let id: String
    let draft: SandboxMessage.Draft

    /// The line with its end; the text is in it only with `hasText`.
    func bytes(hasText: Bool) -> [UInt8] {
        var json = JSONWriter(capacity: 256)
        json.object {
            $0.member("time", is: time.rfc3339)
            $0.member("protocol", is: draft.wireProtocol.rawValue)
            $0.member("id", is: id)
            $0.member("phoneNumber", is: draft.phone)
            $0.member("segments", is: draft.segments)
            $0.member("mayBeDuplicate", is: draft.mayBeDuplicate)
            $0.member("key", is: draft.id)
            if let segment = draft.segment {
                $0.member("segment", is: segment.number)
                $0.member("of", is: segment.count)
            }
            if hasText { $0.member("text", is: draft.text) }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }
}

/// Why a file cannot be the sandbox's ledger.
package enum LedgerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The system does not let this process open the file; the number is `errno`.
    case unopenable(errno: Int32)
    /// Another process writes to it.
    case taken
    /// It ends in the middle of a line that no sandbox has begun, so it may be another program's file.
    case foreign

    package var description: String {
        switch self {
        case .unopenable(let number): "the ledger cannot be opened: error \(number) of the system"
        case .taken: "another sandbox writes to the ledger"
        case .foreign: "the ledger does not end with a whole line: is it another program's file?"
        }
    }
}
