import Synchronization
import VerificationCore

/// Lets events go to their apps' endpoints: a few at a time for each app, so that no app is in another app's way.
///
/// A slow app has a few calls in flight and a short line of events that wait here. All its other events are put off at
/// once, which costs no call. An app may have no more places than are left for the others: of 64 places a single app
/// gets 32, two apps get 21 each. So a few slow apps do not take the last place.
///
/// Places of their own are for events that wait for a moment only, because their endpoint is known to be quick. Without
/// them a burst at a quick endpoint was put off for seconds. Example: a worker takes over 60 events four times a second.
final class EndpointThrottle: Sendable {
    /// What an event may do.
    enum Entry: Sendable, Hashable {
        /// Post it, and then call `leave`.
        case go
        /// The endpoint fails, and is spared for so long.
        case failing(Duration)
        /// The endpoint is busy with other events, and this event should come back after this pause.
        case busy(Duration)
        /// The worker stops.
        case stopped
    }

    /// How a call has ended.
    struct CallResult: Sendable {
        let isTold: Bool
        let took: Duration
    }

    struct Bounds: Sendable {
        /// How many calls of an app may be out at once.
        var inFlight = 8
        /// How many calls of all apps may be out at once.
        var inFlightOfAll: Int
        /// How many events of all apps may wait here, besides those that wait for a moment only.
        var waitingOfAll: Int
        /// For how long an event may wait here.
        var patience = Duration.seconds(2)
        /// How many events of all apps may wait here for a moment only.
        var momentsOfAll: Int
        /// What a moment is.
        var moment = Duration.milliseconds(250)

        /// Seven eighths of the events that a worker has in hand; the rest is for events on their way through.
        init(prefetch: Int) {
            (inFlightOfAll, waitingOfAll, momentsOfAll) = (prefetch / 4, prefetch / 8, prefetch / 2)
        }
    }

    private struct Line {
        let url: String
        var inFlight = 0
        var waiting = 0
        /// How many of those that wait do so for a moment only.
        var moments = 0
        var breaker = EventBreaker()
        var pace = EndpointPace()

        /// The same line before another endpoint, of which nothing is known.
        func at(_ url: String) -> Line { Line(url: url, inFlight: inFlight, waiting: waiting, moments: moments) }
    }

    private struct Waiter {
        let app: AppID
        let isForMoment: Bool
        let continuation: CheckedContinuation<Entry, Never>
    }

    /// More apps than this lose their endpoints' pace when they have no event.
    private static let mostLines = 10_000

    private struct State {
        var lines: [AppID: Line] = [:]
        /// In the order of arrival.
        var waiters: [Waiter] = []
        var inFlight = 0
        /// How many of the waiters do so for a moment only.
        var moments = 0
        var isStopped = false

        /// Keeps the line, or forgets it when too many are kept and it holds nothing but the endpoint's pace.
        mutating func keep(_ line: Line, of app: AppID, at now: Timestamp) {
            let isIdle = line.inFlight == 0 && line.waiting == 0 && line.breaker.isFresh && line.pace.isFree(at: now)
            lines[app] = isIdle && lines.count >= EndpointThrottle.mostLines ? nil : line
        }
    }

    private let state = Mutex(State())
    private let bounds: Bounds
    private let deadline: Duration
    private let schedule: EventSchedule

    /// - Parameters:
    ///   - bounds: How many events may be here.
    ///   - deadline: How long a call takes at most.
    ///   - schedule: For how long events are put off.
    init(_ bounds: Bounds, deadline: Duration, schedule: EventSchedule) {
        self.bounds = bounds
        self.deadline = deadline
        self.schedule = schedule
    }

    /// Waits in the app's line, if that is short.
    ///
    /// A changed `url` counts as a new endpoint, about which nothing is known.
    func enter(_ app: AppID, at url: String, now: Timestamp) async -> Entry {
        await withCheckedContinuation { continuation in
            let entry = state.withLock { state -> Entry? in
                var line = state.lines[app] ?? Line(url: url)
                if line.url != url { line = line.at(url) }
                defer { state.keep(line, of: app, at: now) }
                if let entry = admit(&line, in: &state, at: now) { return entry }
                if let isForMoment = place(in: line, of: state) {
                    line.waiting += 1
                    if isForMoment { (line.moments, state.moments) = (line.moments + 1, state.moments + 1) }
                    state.waiters.append(Waiter(app: app, isForMoment: isForMoment, continuation: continuation))
                    return nil
                }
                return .busy(line.pace.pause(in: schedule, calls: line.inFlight, at: now))
            }
            if let entry { continuation.resume(returning: entry) }
        }
    }

    /// Whether an event waits for a moment only; nil when it may not wait here at all.
    private func place(in line: Line, of state: State) -> Bool? {
        let wait = line.pace.span(of: line.waiting + 1, calls: line.inFlight)
        if wait <= bounds.moment, state.moments < bounds.momentsOfAll { return true }
        let freePlaces = bounds.waitingOfAll - (state.waiters.count - state.moments)
        return line.waiting - line.moments < freePlaces && wait <= bounds.patience ? false : nil
    }

    /// Nil while neither the app nor all apps together may have a further call.
    private func admit(_ line: inout Line, in state: inout State, at now: Timestamp) -> Entry? {
        guard !state.isStopped else { return .stopped }
        // Only a call that goes may begin the breaker's trial.
        var breaker = line.breaker
        if let wait = breaker.wait(at: now, deadline: deadline) { return .failing(wait) }
        guard line.inFlight < min(bounds.inFlight, bounds.inFlightOfAll - state.inFlight) else { return nil }
        line.breaker = breaker
        line.inFlight += 1
        state.inFlight += 1
        return .go
    }

    /// Ends what `enter` began with `go`; `call`: nil when none could be made, which counts as a failure.
    func leave(_ app: AppID, after call: CallResult?, now: Timestamp) {
        let admitted = state.withLock { state -> [(waiter: Waiter, entry: Entry)] in
            guard var line = state.lines[app] else { return [] }
            line.inFlight -= 1
            state.inFlight -= 1
            if let call {
                line.pace.note(call.took)
                line.breaker.note(isTold: call.isTold, took: call.took, deadline: deadline, at: now, schedule)
            } else {
                line.breaker.fail(at: now, schedule)
            }
            state.keep(line, of: app, at: now)
            return admitWaiters(&state, at: now)
        }
        for (waiter, entry) in admitted { waiter.continuation.resume(returning: entry) }
    }

    /// Also the waiters of another app may go now, and all waiters of an app whose breaker has opened have to leave.
    private func admitWaiters(_ state: inout State, at now: Timestamp) -> [(waiter: Waiter, entry: Entry)] {
        var admitted: [(waiter: Waiter, entry: Entry)] = []
        var left: [Waiter] = []
        for waiter in state.waiters {
            guard var line = state.lines[waiter.app], let entry = admit(&line, in: &state, at: now) else {
                left.append(waiter)
                continue
            }
            line.waiting -= 1
            if waiter.isForMoment { (line.moments, state.moments) = (line.moments - 1, state.moments - 1) }
            state.keep(line, of: waiter.app, at: now)
            admitted.append((waiter, entry))
        }
        state.waiters = left
        return admitted
    }

    /// Sends away all events that wait here, and all that come.
    func stop() {
        let waiters = state.withLock { state in
            state.isStopped = true
            for app in state.lines.keys {
                state.lines[app]?.waiting = 0
                state.lines[app]?.moments = 0
            }
            state.moments = 0
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: .stopped) }
    }
}
