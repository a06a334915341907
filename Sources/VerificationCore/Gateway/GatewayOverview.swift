/// What an operator sees of the gateways of all workers.
package struct GatewayOverview: Sendable, Hashable {
    /// How many workers are alive; see `GatewayBoardState.workerLease`.
    package let workers: Int
    /// By the gateway's name; a gateway that is missing is untouched, and its breaker was never open.
    package let gateways: [String: GatewayBoardState.Entry]

    package init(workers: Int, gateways: [String: GatewayBoardState.Entry]) {
        self.workers = workers
        self.gateways = gateways
    }

    /// The same with what the routes that learn have learned.
    package func learning(_ shares: [String: LearnedShare]) -> GatewayOverview {
        var gateways = gateways
        for (name, share) in shares {
            let entry = gateways[name] ?? GatewayBoardState.Entry()
            gateways[name] = GatewayBoardState.Entry(control: entry.control, notice: entry.notice, learned: share)
        }
        return GatewayOverview(workers: workers, gateways: gateways)
    }
}
