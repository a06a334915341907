/// Port: asks the broker whether it takes messages, without leaving a message anywhere.
package protocol BrokerProbe: Sendable {
    /// Answers within a few seconds; throws when the broker cannot be reached.
    func probe() async throws(BrokerProblem) -> BrokerReadiness
}
