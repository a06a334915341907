/// What a worker learns with each exchange.
package struct WorkerBoardState: Sendable, Hashable {
    package let gateways: GatewayBoardState
    /// The queues from which workers take nothing; a queue that is missing is not paused.
    package let pauses: [WorkQueue: QueuePause]

    /// The number of the last change of what operators say here; a later change may be in it as well.
    package let switches: Int64

    package init(
        gateways: GatewayBoardState = GatewayBoardState(), pauses: [WorkQueue: QueuePause] = [:], switches: Int64 = 0
    ) {
        self.gateways = gateways
        self.pauses = pauses
        self.switches = switches
    }
}
