/// What a worker learns with each exchange.
package struct WorkerBoardState: Sendable, Hashable {
    package let gateways: GatewayBoardState
    /// The queues from which workers take nothing; a queue that is missing is not paused.
    package let pauses: [WorkQueue: QueuePause]

    package init(gateways: GatewayBoardState = GatewayBoardState(), pauses: [WorkQueue: QueuePause] = [:]) {
        self.gateways = gateways
        self.pauses = pauses
    }
}
