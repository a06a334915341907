/// How fast an app's endpoint takes events, and how long an event has to wait that finds it busy.
///
/// A worker measures its own calls, and puts off its own share of the app's events.
package struct EndpointPace: Sendable, Hashable {
    /// By how much of the difference a new call moves the mean: a quarter.
    private static let weight = 4

    /// How long a call takes, as a moving mean.
    ///
    /// An endpoint that has not answered yet counts as a slow one.
    private var mean = Duration.seconds(1)
    /// For each pause, when the endpoint will have taken the events that wait in it.
    private var bookedUntil: [Duration: Timestamp] = [:]

    package init() {}

    /// Whether no event waits that this worker has put off.
    package func isFree(at now: Timestamp) -> Bool { bookedUntil.values.allSatisfy { $0 <= now } }

    /// Notes how long a call took.
    package mutating func note(_ took: Duration) { mean += (took - mean) / Self.weight }

    /// How long the endpoint takes for `events`, with so many calls side by side.
    package func span(of events: Int, calls: Int) -> Duration { mean / max(1, calls) * events }

    /// Finds the pause for an event that is put off because the endpoint is busy: the shortest that has room.
    ///
    /// A pause has room for as many events as the endpoint takes until the events of the next longer pause come back;
    /// the longest pause has room for all. So the endpoint never runs out of events for long, and a backlog circles
    /// hardly faster than the endpoint takes it. Example: an endpoint takes 2 events a second, and 10,000 events come
    /// at once. 60 of them wait 5 s, 240 wait 30 s, 1,200 wait 2 minutes, 7,200 wait 10 minutes, and the rest an hour.
    package mutating func pause(in schedule: EventSchedule, calls: Int, at now: Timestamp) -> Duration {
        for (pause, next) in zip(schedule.pauses, schedule.pauses.dropFirst()) {
            let begin = max(bookedUntil[pause] ?? now, now)
            guard begin - now < next else { continue }
            bookedUntil[pause] = begin + span(of: 1, calls: calls)
            return pause
        }
        return schedule.pauses[schedule.pauses.count - 1]
    }
}
