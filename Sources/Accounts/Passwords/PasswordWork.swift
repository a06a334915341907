import AccountCore
import Dispatch
import Synchronization
import VerificationCore

/// Hashes passwords in turn, on a thread of its own: each takes a third of a second and 16 MiB.
///
/// So guesses cost this process a core at most, and no other call waits for them. There are two classes of callers, with
/// as many places each: those of the second are served while no caller of the first waits.
final class PasswordWork: Sendable {
    /// Which callers are served before others.
    enum Turn: Sendable {
        case first, second
    }

    private struct Line {
        /// Of calls that wait, and of the call that is served.
        var places = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let mostWaiting: Int
    private let queue = DispatchQueue(label: "verifyd.account-passwords", qos: .utility)
    private let lines = Mutex((first: Line(), second: Line()))

    /// `mostWaiting`: more calls of a class than these do not wait, and learn it at once.
    init(mostWaiting: Int) { self.mostWaiting = mostWaiting }

    /// - Parameters:
    ///   - turn: the class of the caller.
    ///   - admit: is asked once there is room; where it throws, nothing is hashed.
    ///   - work: what to hash.
    /// - Returns: nil when too many calls of the class wait already.
    /// - Throws: what `admit` throws.
    func run<Value: Sendable>(
        _ turn: Turn = .first, admittedBy admit: () throws(AccountError) -> Void = {},
        _ work: @escaping @Sendable () -> Value
    ) async throws(AccountError) -> Value? {
        guard enter(turn) else { return nil }
        defer { change(turn) { $0.places -= 1 } }
        try admit()
        return await withCheckedContinuation { continuation in
            change(turn) { $0.waiting.append { continuation.resume(returning: work()) } }
            // One for each that waits; which it serves is decided when it is served.
            queue.async { [self] in next()?() }
        }
    }

    /// How many calls wait for their turn.
    var waiting: Int { lines.withLock { $0.first.waiting.count + $0.second.waiting.count } }

    private func enter(_ turn: Turn) -> Bool {
        change(turn) { line in
            guard line.places < mostWaiting else { return false }
            line.places += 1
            return true
        }
    }

    private func next() -> (@Sendable () -> Void)? {
        lines.withLock { lines in
            if !lines.first.waiting.isEmpty { return lines.first.waiting.removeFirst() }
            return lines.second.waiting.isEmpty ? nil : lines.second.waiting.removeFirst()
        }
    }

    private func change<Value>(_ turn: Turn, _ body: (inout Line) -> Value) -> Value {
        lines.withLock { lines in
            switch turn {
            case .first: body(&lines.first)
            case .second: body(&lines.second)
            }
        }
    }
}
