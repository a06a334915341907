import ConnectionSupport
import Dispatch

/// One timer for the many deadlines of one connection.
///
/// Most calls end long before their deadline, and the next call has a later deadline. So a call leaves a timer alone that
/// rings before its deadline: when it rings, its owner looks at the present deadline and sets it again. That way most calls
/// cost no timer operation.
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
