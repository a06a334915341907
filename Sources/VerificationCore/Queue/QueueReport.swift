/// One queue as an operator sees it.
package struct QueueReport: Sendable, Hashable {
    /// What a queue is for; the raw value never changes.
    package enum Role: String, Sendable, Hashable {
        /// Requests that wait for a worker.
        case requests
        /// A retry queue: requests that wait for another try.
        case retry
        /// Delivery receipts on their way to the database.
        case receipts
        /// Events for the apps' endpoints.
        case events
        /// Events that wait for another call of their app's endpoint.
        case eventRetry = "event-retry"
        /// Dead letters.
        case dead
    }

    /// What there is of it.
    package enum State: Sendable, Hashable {
        /// There is no such queue; a worker that connects declares it.
        case missing
        /// `messages` are ready for a consumer; what a worker has in hand does not count. `mismatch` quotes the broker:
        /// it names the setting that differs from the queue that a worker would declare; nil if none differs.
        case present(messages: Int, consumers: Int, mismatch: String?)
    }

    package let name: String
    package let role: Role
    package let state: State

    package init(name: String, role: Role, state: State) {
        self.name = name
        self.role = role
        self.state = state
    }
}

/// Port: shows an operator how the broker and its queues stand, without changing anything there.
package protocol BrokerProbe: Sendable {
    /// Whether the broker takes messages; answers within a few seconds, and throws when the broker cannot be reached.
    func probe() async throws(BrokerError) -> BrokerReadiness

    /// All queues of an installation: the queue of requests first, the dead-letter queue last.
    func reports() async throws(BrokerError) -> [QueueReport]
}

/// Whether the broker takes messages from those who publish.
package enum BrokerReadiness: Sendable, Hashable {
    case takesMessages
    /// The reason is the broker's own text for its alarm, for example `low on memory`.
    case refuses(reason: String)
    /// The broker does not let this process ask; the text says why.
    case unknown(String)
}
