/// What a replay of dead letters has done.
package struct DeadLetterReplay: Sendable, Hashable {
    /// Messages that are back where they came from, and dead no more.
    package var replayed = 0
    /// Messages that were there when it began, and still are.
    package var left = 0
    /// Why it ended before its time.
    package var problem: BrokerProblem?

    package init(replayed: Int = 0, left: Int = 0, problem: BrokerProblem? = nil) {
        self.replayed = replayed
        self.left = left
        self.problem = problem
    }
}
