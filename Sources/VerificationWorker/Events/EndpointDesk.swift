import DequeModule
import Synchronization
import VerificationCore

/// Lets events go to their apps' endpoints: a few at a time for each app, so that no app is in another app's way.
///
/// A slow app has a few calls in flight and a short line of events that wait here. All its other events are put off at
/// once, which costs no call.
final class EndpointDesk: Sendable {
    /// What an event may do.
    enum Entry: Sendable, Hashable {
        /// Post it, and then call `leave`.
        case go
        case putOff(Duration)
        /// The worker stops.
        case stopped
    }

    private struct Line {
        let url: String
        var inFlight = 0
        var waiting: Deque<CheckedContinuation<Void, Never>> = []
        var breaker = EventBreaker()

        var isIdle: Bool { inFlight == 0 && waiting.isEmpty && breaker.isFresh }
    }

    private struct State {
        var lines: [AppID: Line] = [:]
        var waiting = 0
        var isStopped = false
    }

    private let state = Mutex(State())
    private let mostInFlight: Int
    private let mostWaiting: Int
    private let mostWaitingOfAll: Int
    private let deadline: Duration
    private let schedule: EventSchedule

    /// - Parameters:
    ///   - mostInFlight: how many calls of an app may be out at once.
    ///   - mostWaiting: how many events of an app may wait here.
    ///   - mostWaitingOfAll: how many events of all apps may wait here.
    ///   - deadline: how long a call takes at most.
    ///   - schedule: for how long events are put off.
    init(
        mostInFlight: Int = 8, mostWaiting: Int = 32, mostWaitingOfAll: Int = 128, deadline: Duration,
        schedule: EventSchedule
    ) {
        self.mostInFlight = mostInFlight
        self.mostWaiting = mostWaiting
        self.mostWaitingOfAll = mostWaitingOfAll
        self.deadline = deadline
        self.schedule = schedule
    }

    /// Waits in the app's line, if that is short.
    ///
    /// A changed `url` counts as a new endpoint, of which no failure is known.
    func enter(_ app: AppID, _ url: String, now: @Sendable () -> Timestamp) async -> Entry {
        while true {
            if let entry = state.withLock({ decide(app, url, &$0, now: now()) }) { return entry }
            await withCheckedContinuation { continuation in
                // Other events may have joined the line since, or a call may have ended; then this event decides anew.
                let isTurnedAway = state.withLock { state in
                    guard !state.isStopped, let line = state.lines[app], line.inFlight >= mostInFlight,
                        isShort(line, in: state)
                    else { return true }
                    state.lines[app]?.waiting.append(continuation)
                    state.waiting += 1
                    return false
                }
                if isTurnedAway { continuation.resume() }
            }
        }
    }

    /// Nil when the event should wait in the line.
    private func decide(_ app: AppID, _ url: String, _ state: inout State, now: Timestamp) -> Entry? {
        guard !state.isStopped else { return .stopped }
        var line = state.lines[app] ?? Line(url: url)
        if line.url != url {
            let (inFlight, waiting) = (line.inFlight, line.waiting)
            line = Line(url: url, inFlight: inFlight, waiting: waiting)
        }
        defer { state.lines[app] = line.isIdle ? nil : line }
        if line.inFlight >= mostInFlight {
            return isShort(line, in: state) ? nil : .putOff(schedule.pause(afterTries: 1))
        }
        if let wait = line.breaker.wait(at: now, deadline: deadline) { return .putOff(wait) }
        line.inFlight += 1
        return .go
    }

    private func isShort(_ line: Line, in state: State) -> Bool {
        line.waiting.count < mostWaiting && state.waiting < mostWaitingOfAll
    }

    /// Ends what `enter` began with `go`; `isWell`: whether the endpoint answered as one that works.
    func leave(_ app: AppID, isWell: Bool, now: Timestamp) {
        let next = state.withLock { state -> Deque<CheckedContinuation<Void, Never>> in
            guard var line = state.lines[app] else { return [] }
            line.inFlight -= 1
            if isWell { line.breaker.succeed() } else { line.breaker.fail(at: now, schedule) }
            // After a failure the breaker may be open, and then nobody in the line has to wait any longer.
            let woken = isWell ? Deque(line.waiting.prefix(1)) : line.waiting
            line.waiting.removeFirst(woken.count)
            state.waiting -= woken.count
            state.lines[app] = line.isIdle ? nil : line
            return woken
        }
        for continuation in next { continuation.resume() }
    }

    /// Sends away all events that wait here, and all that come.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            let all = state.lines.values.flatMap(\.waiting)
            for app in state.lines.keys { state.lines[app]?.waiting = [] }
            state.waiting = 0
            return all
        }
        for continuation in waiting { continuation.resume() }
    }
}
