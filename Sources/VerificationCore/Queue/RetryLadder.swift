/// The fixed delays after which a message may come back.
///
/// A rung is not one queue but a few, whose delays differ: what failed together would come back together, and a message
/// that brought its own delay would be held up by the longer ones before it.
package struct RetryLadder: Sendable, Hashable {
    /// By how many fifths of its delay the queues of a rung wait longer than the rung promises.
    private static let extraFifths = 0...2

    /// Ascending, at least one.
    package let rungs: [Duration]

    /// Uses `rungs` in ascending order; the standard ladder when it is empty.
    package init(_ rungs: [Duration] = []) {
        self.rungs = rungs.isEmpty ? [.seconds(5), .seconds(30), .seconds(120)] : rungs.sorted()
    }

    package static let standard = RetryLadder()

    /// How long to wait before try number `tries + 1`: one rung up with each try.
    package func delay(afterTries tries: Int) -> Duration {
        rungs[min(max(0, tries - 1), rungs.count - 1)]
    }

    /// The rung for a wait: the longest that does not overshoot it, so that a wait of 15 s takes the rung of 5 s three
    /// times and not the one of 30 s once.
    package func rung(for wait: Duration) -> Duration {
        rungs.last { $0 <= wait } ?? rungs[0]
    }

    /// The delays among which a message on this rung is given one: the rung's own, and a fifth and two fifths more.
    ///
    /// Never less, for what comes back before it is due is only sent away again. Whole milliseconds, ascending, none
    /// twice.
    package func delays(of rung: Duration) -> [Duration] {
        let milliseconds = rung.wholeMicroseconds / 1_000
        return Set(Self.extraFifths.map { milliseconds + milliseconds * Int64($0) / 5 }).sorted()
            .map(Duration.milliseconds)
    }

    /// Every delay that a message can be given, ascending, none twice; rungs that are close together share some.
    package var delays: [Duration] { Set(rungs.flatMap(delays(of:))).sorted() }

    /// The delay for a wait, by lot among those of its rung; all 64 bits of `chance` should be random.
    package func delay(for wait: Duration, chance: UInt64) -> Duration {
        let delays = delays(of: rung(for: wait))
        return delays[Int(chance % UInt64(delays.count))]
    }
}
