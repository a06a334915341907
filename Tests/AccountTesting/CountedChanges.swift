import Synchronization
import VerificationCore

/// Changes of everything, counted by a test.
package final class CountedChanges: ChangeKnowledge {
    private let state = Mutex((number: Int64(1), isSure: true))

    package init() {}

    /// False: another process may have made a change that nobody can know.
    package var isSure: Bool {
        get { state.withLock { $0.isSure } }
        set { state.withLock { $0.isSure = newValue } }
    }

    /// Tells that something has changed.
    package func count() { state.withLock { $0.number += 1 } }

    /// A backup is restored: this many changes are counted in it.
    package func restore(to number: Int64) { state.withLock { $0.number = number } }

    package func basis(for app: AppID) -> ClaimBasis { .none }

    package func catchUp() async {}

    package func number(of subject: ChangeSubject) -> Int64? { state.withLock { $0.isSure ? $0.number : nil } }
}
