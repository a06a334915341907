import ConnectionSupport
import Dispatch

/// One timer for the many deadlines of one connection.
///
/// Most calls end long before their deadline, and the next has a later one. So the timer is left as it is when it would
/// ring too early: it then looks what the deadline is by now and goes on. A call costs no timer operation that way.
///
/// Everything happens on the queue it was made for.
final class DeadlineTimer {
    private let source: any DispatchSourceTimer
    private var ringsAt: ContinuousClock.Instant?

    init(on queue: DispatchQueue, whenRinging: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.setEventHandler(handler: whenRinging)
        source.activate()
    }

    deinit { source.cancel() }

    /// Makes sure that it rings at `deadline` or before.
    func ring(noLaterThan deadline: ContinuousClock.Instant) {
        if let ringsAt, ringsAt <= deadline { return }
        ringsAt = deadline
        source.schedule(deadline: .at(deadline), leeway: .milliseconds(5))
    }

    /// To be called first when it rings.
    func hasRung() {
        ringsAt = nil
    }
}
