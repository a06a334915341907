/// The fixed delays after which a message may come back.
///
/// A rung has a few queues, whose delays differ a little. With a single delay, messages that failed together would come
/// back together. If each message had a delay of its own, a long delay would hold up the shorter delays behind it.
package struct RetryLadder: Sendable, Hashable {
    /// By how many fifths of its delay the queues of a rung wait longer than the rung.
    ///
    /// For example the rung of 5 s has queues of 5, 6 and 7 s.
    private static let extraFifths = 0...2

    /// In ascending order; at least one rung.
    package let rungs: [Duration]

    /// Uses `rungs` in ascending order; the standard ladder when it is empty.
    package init(_ rungs: [Duration] = []) {
        self.rungs = rungs.isEmpty ? [.seconds(5), .seconds(30), .seconds(120)] : rungs.sorted()
    }

    package static let standard = RetryLadder()

    /// How long to wait before try number `tries + 1`: one rung up with each try.
    ///
    /// On the standard ladder it is 5 s before the second try, 30 s before the third, and 120 s before each later try.
    package func delay(afterTries tries: Int) -> Duration {
        rungs[min(max(0, tries - 1), rungs.count - 1)]
    }

    /// The rung for a wait: the longest rung that is not longer than the wait, or else the first rung.
    ///
    /// So a wait of 15 s takes the rung of 5 s three times, and not the rung of 30 s once.
    package func rung(for wait: Duration) -> Duration {
        rungs.last { $0 <= wait } ?? rungs[0]
    }

    /// The rung for a request that is put off for the `count`th time without a try: one rung up with each time.
    ///
    /// So a backlog that nobody can work off comes back ever more rarely. A request takes no rung from which it may
    /// come back only after its deadline, as long as a shorter rung brings it back in time.
    ///
    /// - Parameters:
    ///   - count: How often the request has been put off, this time included.
    ///   - wait: About how long it takes until the request can go on, as far as anybody knows; it only lengthens.
    ///   - left: The time until the request's deadline; nil when the deadline is not known.
    /// - Returns: one of `rungs`.
    package func rung(forPutOff count: Int, about wait: Duration = .zero, left: Duration?) -> Duration {
        let wanted = rung(for: max(delay(afterTries: count), wait))
        guard let left else { return wanted }
        return rungs.last { $0 <= wanted && (delays(of: $0).last ?? $0) < left } ?? rungs[0]
    }

    /// The delays of a rung's queues: the rung's own, and a fifth and two fifths more.
    ///
    /// No delay is shorter, because a message that comes back before it is due is only sent away again. The delays are
    /// whole milliseconds, ascending and all different.
    package func delays(of rung: Duration) -> [Duration] {
        let milliseconds = rung.wholeMicroseconds / 1_000
        return Set(Self.extraFifths.map { milliseconds + milliseconds * Int64($0) / 5 }).sorted()
            .map(Duration.milliseconds)
    }

    /// The delays of all rungs, ascending and all different; rungs that are close together share some delays.
    package var delays: [Duration] { Set(rungs.flatMap(delays(of:))).sorted() }

    /// The delay for a wait, picked by lot from the delays of its rung.
    ///
    /// All 64 bits of `chance` should be random.
    package func delay(for wait: Duration, chance: UInt64) -> Duration {
        let delays = delays(of: rung(for: wait))
        return delays[Int(chance % UInt64(delays.count))]
    }
}
