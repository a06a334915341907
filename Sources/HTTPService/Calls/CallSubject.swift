import Synchronization
import VerificationCore

/// The verification that a call turned out to be about, where neither its path nor its answer's fields name it.
///
/// A call's context is copied on its way to the endpoint; all copies share this note.
final class CallSubject: Sendable {
    private let noted = Mutex<VerificationID?>(nil)

    var verification: VerificationID? {
        get { noted.withLock { $0 } }
        set { noted.withLock { $0 = newValue } }
    }
}
