import Synchronization
import VerificationCore

/// Gathers calls into shared transactions, so that a locked phone delays no other phone for long.
///
/// A batch that meets a lock waits for it once, until PostgreSQL's `lock_timeout` (half a second). From then on the
/// calls for that phone go into batches apart, which first look which phones are locked. When such a call has
/// succeeded, the phone's calls go with the others again.
final class GatheredCalls<Item: Sendable, Outcome: Sendable>: Sendable {
    private let phone: @Sendable (Item) -> PhoneKey
    private let together: GroupCommit<Item, Outcome>
    private let apart: GroupCommit<Item, Outcome>
    private let locked = Mutex<Set<PhoneKey>>([])

    init(of phone: @escaping @Sendable (Item) -> PhoneKey, _ batches: BatchAnswers<Item, Outcome>) {
        self.phone = phone
        together = GroupCommit { await batches.answer($0) }
        apart = GroupCommit(batchesInFlight: 1) { await batches.answerUnlocked($0) }
    }

    func submit(_ item: Item) async throws(StoreError) -> Outcome {
        let phone = phone(item)
        let goesApart = locked.withLock { !$0.isEmpty && $0.contains(phone) }
        do {
            let outcome = try await (goesApart ? apart : together).submit(item)
            if goesApart { locked.withLock { _ = $0.remove(phone) } }
            return outcome
        } catch {
            // A call in doubt may meet the lock of its own commit.
            if error == .locked || error == .inDoubt { noteLock(of: phone) }
            throw error
        }
    }

    /// Puts a phone on the list of locked phones; a full list is emptied, so that it does not grow without end.
    ///
    /// Without its list entry, a phone that is still locked delays one more batch.
    private func noteLock(of phone: PhoneKey) {
        locked.withLock { locked in
            if locked.count >= 10_000 { locked.removeAll() }
            locked.insert(phone)
        }
    }
}
