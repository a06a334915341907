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
}
