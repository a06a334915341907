/// The fixed delays after which a message may come back, each a queue of its own.
package struct RetryLadder: Sendable, Hashable {
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
}
