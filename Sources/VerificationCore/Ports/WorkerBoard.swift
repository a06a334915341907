/// Port: what all workers share, and what an operator tells them; a worker asks about once a second.
package protocol WorkerBoard: Sendable {
    /// Counts this worker as alive, notes its news, and answers what all workers know then.
    ///
    /// For each gateway the board keeps the newest notice, as `BreakerNotice.isNewer` orders them. The answer includes
    /// this call's news. A worker counts as alive for `GatewayBoardState.workerLease` after its last exchange. A worker
    /// that ends may leave earlier, but at the earliest a second after it began its last call.
    ///
    /// The same news may come twice: when an answer is lost, the worker tells it again.
    func exchange(_ news: WorkerNews) async throws(StoreProblem) -> WorkerBoardState
}
