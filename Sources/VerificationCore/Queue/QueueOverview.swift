/// Port: shows an operator how the queues stand, without changing anything.
package protocol QueueOverview: Sendable {
    /// All queues of an installation: the queue of requests first, the dead last.
    func reports() async throws(BrokerProblem) -> [QueueReport]
}
