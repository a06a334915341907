/// Spares an endpoint that fails or is too slow: of all events that wait for it, one tries it after each pause.
///
/// Example with pauses of 5 s and 30 s: five events fail in a row. For 5 s every event is put off without a call. Then a
/// single event is posted, and fails: for 30 s every event is put off. The next event is answered: all events go again.
/// Without a breaker, a few endpoints that answer just before the deadline could keep all calls of a worker busy.
package struct EventBreaker: Sendable, Hashable {
    private enum State: Sendable, Hashable {
        /// Calls go; so many failed in a row.
        case closed(failures: Int)
        /// No call goes until this moment; it is the pause with this number, from 1.
        case open(until: Timestamp, pause: Int)
        /// A single call is out to try; its answer decides. It counts as lost after this moment.
        case trying(until: Timestamp, pause: Int)
    }

    /// How many calls in a row have to fail.
    private static let mostFailures = 5

    private var state = State.closed(failures: 0)

    package init() {}

    /// Whether no call has failed since the last answer, so that there is nothing to remember.
    package var isFresh: Bool { state == .closed(failures: 0) }

    /// How long an event has to wait before it may be posted; nil when it may be posted now, and then it has to be.
    ///
    /// `deadline`: how long a call takes at most.
    package mutating func wait(at now: Timestamp, deadline: Duration) -> Duration? {
        switch state {
        case .closed: return nil
        case .open(let until, _) where until > now, .trying(let until, _) where until > now: return until - now
        case .open(_, let pause), .trying(_, let pause):
            state = .trying(until: now + deadline, pause: pause)
            return nil
        }
    }

    /// Notes a call that has ended.
    ///
    /// - Parameters:
    ///   - isTold: Whether the endpoint has taken the event. If it needed more than half of the deadline, it counts as
    ///     failing nevertheless.
    ///   - took: How long the call took.
    ///   - deadline: How long it might have taken.
    ///   - now: When it ended.
    ///   - schedule: For how long a failing endpoint is spared.
    package mutating func note(
        isTold: Bool, took: Duration, deadline: Duration, at now: Timestamp, _ schedule: EventSchedule
    ) {
        if isTold, took <= deadline / 2 { succeed() } else { fail(at: now, schedule) }
    }

    /// Notes that an endpoint has taken an event, or answered so that it may be called again at once.
    package mutating func succeed() { state = .closed(failures: 0) }

    /// Notes a call that failed.
    package mutating func fail(at now: Timestamp, _ schedule: EventSchedule) {
        switch state {
        case .closed(let failures) where failures + 1 < Self.mostFailures: state = .closed(failures: failures + 1)
        case .closed: state = .open(until: now + schedule.pause(afterTries: 1), pause: 1)
        case .trying(_, let pause):
            state = .open(until: now + schedule.pause(afterTries: pause + 1), pause: pause + 1)
        // A call that was out when the breaker opened.
        case .open: break
        }
    }
}
