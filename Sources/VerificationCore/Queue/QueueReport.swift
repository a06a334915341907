/// One queue as an operator sees it.
package struct QueueReport: Sendable, Hashable {
    /// What a queue is for.
    package enum Role: Sendable, Hashable {
        /// Requests that wait for a worker.
        case requests
        /// A retry queue: requests that wait for another try.
        case retry
        /// Delivery receipts on their way to the database.
        case receipts
        /// What apps are to be told.
        case events
        /// Events that wait for another call of their app's endpoint.
        case eventRetry
        /// Dead letters.
        case dead
    }

    /// What there is of it.
    package enum State: Sendable, Hashable {
        /// There is no such queue; a worker that connects declares it.
        case missing
        /// `messages` are ready for a consumer; what a worker has in hand does not count. `mismatch` says, in the broker's
        /// words, in which setting the queue differs from the one that a worker would declare; nil if it does not.
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
