import Synchronization
import VerificationCore

/// A clock that stands still until a test moves it.
package final class ManualClock: Sendable {
    private let moment: Mutex<Timestamp>

    package init(_ start: Timestamp = Timestamp(seconds: 1_767_225_600)) {
        moment = Mutex(start)
    }

    package var now: Timestamp { moment.withLock { $0 } }

    /// Moves the clock forward, or back when the span is negative.
    package func advance(by span: Duration) {
        moment.withLock { $0 = $0 + span }
    }
}
