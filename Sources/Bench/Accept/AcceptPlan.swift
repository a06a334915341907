/// Calls that start verifications, against calls that cost the server least.
package struct AcceptPlan: Sendable, Hashable {
    package let connections: Int
    /// How long each of the two is called in each round.
    package let time: Duration
    package let rounds: Int
    /// Whether each request has a client's address, different from all others.
    package let hasAddresses: Bool

    package init(connections: Int, time: Duration, rounds: Int, hasAddresses: Bool) {
        self.connections = connections
        self.time = time
        self.rounds = rounds
        self.hasAddresses = hasAddresses
    }
}
