/// What all workers know of the gateways.
package struct GatewayBoardState: Sendable, Hashable {
    /// What is on the board for a gateway.
    package struct Entry: Sendable, Hashable {
        package let control: GatewaySwitch
        /// The newest notice of any worker; its `remaining` counts from the moment of the answer.
        package let notice: BreakerNotice?
        /// What the routes that learn have learned, where somebody looked; nil for the whole weight.
        package let learned: LearnedShare?

        package init(
            control: GatewaySwitch = .untouched, notice: BreakerNotice? = nil, learned: LearnedShare? = nil
        ) {
            self.control = control
            self.notice = notice
            self.learned = learned
        }
    }

    /// How long a worker counts as alive after its last exchange.
    ///
    /// A worker stops all paced calls earlier when it hears nothing, so its share is unused when it goes to the others.
    package static let workerLease: Duration = .seconds(5)

    /// How many workers are alive, the worker that asks included; at least 1.
    package let workers: Int
    /// The place of the worker that asks among those alive, from 0, in an order that is the same for all workers.
    ///
    /// Two workers never have the same place, so they can divide 10 messages a second into 4, 3 and 3.
    package let position: Int
    /// By the gateway's name; a gateway that is missing is untouched, and its breaker was never open.
    package let gateways: [String: Entry]

    package init(workers: Int = 1, position: Int = 0, gateways: [String: Entry] = [:]) {
        self.workers = max(1, workers)
        self.position = position
        self.gateways = gateways
    }
}
