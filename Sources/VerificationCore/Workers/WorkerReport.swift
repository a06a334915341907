/// A worker as an operator sees it.
package struct WorkerReport: Sendable, Hashable {
    package let id: UInt64
    /// When the worker was heard last.
    package let seenAt: Timestamp
    /// Whether the last word is older than `GatewayBoardState.workerLease`, so that the worker does not count as alive.
    ///
    /// A process that was killed or frozen is silent, and so is a worker that does not reach the database.
    package let isSilent: Bool
    /// Nil for a worker of an earlier release, which says only that it is there.
    package let word: WorkerWord?

    package init(id: UInt64, seenAt: Timestamp, isSilent: Bool, word: WorkerWord?) {
        self.id = id
        self.seenAt = seenAt
        self.isSilent = isSilent
        self.word = word
    }
}
