import ConnectionSupport
import Dispatch

/// One timer for the many deadlines of one connection.
///
/// Most calls end long before their deadline, and the next call has a later deadline. So a call does not set the timer
/// again if it rings before the call's deadline. When the timer rings, its owner looks at the present deadline and sets
/// it again. So most calls cost no timer operation.
///
/// Everything happens on the queue that the timer was made for.
final class DeadlineTimer {
    private let source: any DispatchSourceTimer
    private var ringsAt: ContinuousClock.Instant?

    init(on queue: DispatchQueue, whenRinging: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler(handler: whenRinging)
        source.activate()
    }

    deinit { source.cancel() }

    /// Makes sure that the timer rings at `deadline` or before.
    func ring(noLaterThan deadline: ContinuousClock.Instant) {
        if let ringsAt, ringsAt <= deadline { return }
        ringsAt = deadline
        source.schedule(deadline: .at(deadline), leeway: .milliseconds(5))
    }

    /// The owner calls this first when the timer rings.
    func hasRung() {
        ringsAt = nil
    }
}
