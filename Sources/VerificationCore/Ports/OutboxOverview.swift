/// Port: shows an operator what waits in the outbox, without taking anything.
package protocol OutboxOverview: Sendable {
    /// Looks at the `limit` oldest events; an event that a worker is handing over counts as well.
    func report(atMost limit: Int) async throws(StoreProblem) -> OutboxReport
}
