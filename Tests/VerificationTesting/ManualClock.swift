import Synchronization
import VerificationCore

/// A clock that stands still until a test moves it.
package final class ManualClock: Sendable {
    private let moment: Mutex<Timestamp>

    package init(_ start: Timestamp = Timestamp(seconds: 1_767_225_600)) {
        moment = Mutex(start)
    }

    package var now: Timestamp { moment.withLock { $0 } }

    /// Moves the clock on, or back by a negative span.
    package func advance(by span: Duration) {
        moment.withLock { $0 = $0 + span }
    }
}
