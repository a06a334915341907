/// A timer for many deadlines, for example those of the calls over a connection.
///
/// Most calls end long before their deadline, and the next call has a later deadline. So a call does not set the timer
/// again if it rings before the call's deadline. When the timer rings, its owner looks at the present deadline and sets
/// it again. So most calls cost no timer operation.
package final class LoopTimer: Sendable {
    private let thread: LoopThread
    private let number: UInt64
    private let whenRinging: @Sendable () -> Void

    /// A timer that is not set; it calls `whenRinging` on the loop's thread.
    package init(on loop: ConnectionLoop, whenRinging: @escaping @Sendable () -> Void) {
        thread = loop.thread
        number = thread.nextNumber()
        self.whenRinging = whenRinging
    }

    deinit { thread.cancel(number) }

    /// Makes sure that the timer rings at `instant` or before; when it has rung, it is no longer set.
    package func ring(noLaterThan instant: ContinuousClock.Instant) {
        thread.ring(number, noLaterThan: instant, whenRinging)
    }
}
