import Dispatch
import Synchronization
import VerificationCore

/// Hashes passwords in turn, on a thread of its own: each takes a third of a second and 16 MiB.
///
/// So guesses cost this process a core at most, and no other call waits for them.
final class PasswordWork: Sendable {
    private let mostWaiting: Int
    private let queue = DispatchQueue(label: "verifyd.account-passwords", qos: .utility)
    private let waiting = Atomic(0)

    /// `mostWaiting`: more calls than these do not wait, and learn it at once.
    init(mostWaiting: Int) { self.mostWaiting = mostWaiting }

    /// Nil when too many calls wait already.
    func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        defer { waiting.subtract(1, ordering: .relaxed) }
        guard waiting.add(1, ordering: .relaxed).oldValue < mostWaiting else { return nil }
        return await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
