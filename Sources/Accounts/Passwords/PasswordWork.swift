import AccountCore
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

    /// - Parameters:
    ///   - admit: is asked once there is room; where it throws, nothing is hashed.
    ///   - work: what to hash.
    /// - Returns: nil when too many calls wait already.
    /// - Throws: what `admit` throws.
    func run<Value: Sendable>(
        admittedBy admit: () throws(WireError) -> Void = {}, _ work: @escaping @Sendable () -> Value
    ) async throws(WireError) -> Value? {
        defer { waiting.subtract(1, ordering: .relaxed) }
        guard waiting.add(1, ordering: .relaxed).oldValue < mostWaiting else { return nil }
        try admit()
        return await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
