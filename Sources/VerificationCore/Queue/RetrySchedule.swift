/// The fixed delays after which a message may come back.
///
/// Each step has a few retry queues, whose delays differ a little. With a single delay, messages that failed together
/// would come back together. If each message had a delay of its own, a long delay would hold up the shorter delays
/// behind it.
package struct RetrySchedule: Sendable, Hashable {
    /// By how many fifths of its delay the queues of a step wait longer than the step.
    ///
    /// For example the step of 5 s has queues of 5, 6 and 7 s.
    private static let extraFifths = 0...2

    /// In ascending order; at least one step.
    package let steps: [Duration]

    /// Uses `steps` in ascending order; the standard retry schedule when it is empty.
    package init(_ steps: [Duration] = []) {
        self.steps = steps.isEmpty ? [.seconds(5), .seconds(30), .seconds(120)] : steps.sorted()
    }

    package static let standard = RetrySchedule()

    /// How long to wait before try number `tries + 1`: one step longer each try.
    ///
    /// On the standard retry schedule it is 5 s before the second try, 30 s before the third, and 120 s before each
    /// later try.
    package func delay(afterTries tries: Int) -> Duration {
        steps[min(max(0, tries - 1), steps.count - 1)]
    }

    /// The step for a wait: the longest step that is not longer than the wait, or else the first step.
    ///
    /// So a wait of 15 s takes the step of 5 s three times, and not the step of 30 s once.
    package func step(for wait: Duration) -> Duration {
        steps.last { $0 <= wait } ?? steps[0]
    }

    /// The step for a request that is put off for the `count`th time without a try: one step longer each time.
    ///
    /// So a backlog that the workers cannot work off comes back ever more rarely. A request takes no step from which it
    /// may come back only after its deadline, as long as a shorter step brings it back in time.
    ///
    /// - Parameters:
    ///   - count: How often the request has been put off, this time included.
    ///   - wait: About how long it takes until the request can go on, as the worker estimates it; it only lengthens the
    ///     step.
    ///   - left: The time until the request's deadline; nil when the deadline is not known.
    /// - Returns: one of `steps`.
    package func step(forPutOff count: Int, about wait: Duration = .zero, left: Duration?) -> Duration {
        let wanted = step(for: max(delay(afterTries: count), wait))
        guard let left else { return wanted }
        return steps.last { $0 <= wanted && (delays(of: $0).last ?? $0) < left } ?? steps[0]
    }

    /// The delays of a step's queues: the step's own, and a fifth and two fifths more.
    ///
    /// No delay is shorter, because a message that comes back before it is due is only sent away again. The delays are
    /// whole milliseconds, ascending and all different.
    package func delays(of step: Duration) -> [Duration] {
        let milliseconds = step.wholeMicroseconds / 1_000
        return Set(Self.extraFifths.map { milliseconds + milliseconds * Int64($0) / 5 }).sorted()
            .map(Duration.milliseconds)
    }

    /// The delays of all steps, ascending and all different; steps that are close together share some delays.
    package var delays: [Duration] { Set(steps.flatMap(delays(of:))).sorted() }

    /// The delay for a wait, picked by lot from the delays of its step.
    ///
    /// All 64 bits of `chance` should be random.
    package func delay(for wait: Duration, chance: UInt64) -> Duration {
        let delays = delays(of: step(for: wait))
        return delays[Int(chance % UInt64(delays.count))]
    }
}
