import Dispatch
import Synchronization
import VerificationCore

/// Tries passwords in turn, on a thread of its own: a trial takes a third of a second and 16 MiB.
///
/// So guesses cost this process a core at most, and no page waits for them.
final class PasswordTrials: Sendable {
    /// More trials than these do not wait: their callers learn at once that too many sign in.
    private static let mostWaiting = 8

    private let queue = DispatchQueue(label: "verifyd.passwords", qos: .utility)
    private let waiting = Atomic(0)

    /// Nil when too many trials wait already.
    func fits(_ password: String, hash: PasswordHash) async -> Bool? { await inTurn { hash.fits(password) } }

    /// The hash of a new password, which costs as much as a trial; nil also when there is no memory.
    func hash(_ password: String, salt: [UInt8]) async -> PasswordHash? {
        await inTurn { PasswordHash(of: password, salt: salt) } ?? nil
    }

    private func inTurn<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
        guard waiting.add(1, ordering: .relaxed).oldValue < Self.mostWaiting else {
            waiting.subtract(1, ordering: .relaxed)
            return nil
        }
        defer { waiting.subtract(1, ordering: .relaxed) }
        return await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}
