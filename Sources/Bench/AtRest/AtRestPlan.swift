/// Requests that come one by one, while the service has little to do.
package struct AtRestPlan: Sendable, Hashable {
    /// Where messages go.
    package enum Gateway: String, Sendable, CaseIterable {
        /// A webhook whose receiver is on this machine, in this process.
        case webhook
        /// The sandbox in the service's own process; its clock tells whole milliseconds.
        case sandbox
    }

    /// Requests per second.
    package let rate: Int
    /// How many are measured; those of the second before are not.
    package let requests: Int
    package let gateway: Gateway
    /// Whether each request has a client's address, different from all others.
    package let hasAddresses: Bool
    /// How long the service is watched before the first request; zero for not at all.
    package let idle: Duration
    package let history: History

    package init(
        rate: Int, requests: Int, gateway: Gateway, hasAddresses: Bool, idle: Duration, history: History
    ) {
        self.rate = rate
        self.requests = requests
        self.gateway = gateway
        self.hasAddresses = hasAddresses
        self.idle = idle
        self.history = history
    }
}
