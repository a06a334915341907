import Logging
import VerificationCore

/// Lets a worker hold messages only while it can work on them.
///
/// While its store does not fit this program, or is away for some seconds, the worker asks the broker for no more
/// messages. It gives back those that it has not claimed. Other workers, which may be well, get them. What the worker
/// has claimed stays with it. A claim stays too while the worker does not know whether the store has saved it. When the
/// store fits again, the worker takes messages again.
///
/// Where giving back meets a claim: a request whose claim is under way waits for the answer. If the store gives none, the
/// claim is in doubt, and the request stays.
package struct Intake: Sendable {
    private let gate: StoreGate
    private let routes: any GatewayRoutes
    private let inboxes: [any JobInbox]
    private let grace: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - gate: the gate before the store.
    ///   - routes: where requests wait for a place at a gateway.
    ///   - inboxes: what the worker takes messages from.
    ///   - grace: how long a store may be away before the worker gives anything back.
    ///   - logger: gets a line when the worker gives back, and a line when it takes again.
    package init(
        _ gate: StoreGate, routes: any GatewayRoutes, inboxes: [any JobInbox],
        grace: Duration = .seconds(3), logger: Logger
    ) {
        (self.gate, self.routes, self.inboxes) = (gate, routes, inboxes)
        self.grace = grace
        self.logger = logger
    }

    /// Follows the gate until the task is cancelled.
    package func keep() async {
        for await _ in gate.changes where await staysClosed() { await giveBack() }
    }

    /// Whether the store does not fit, or is away for longer than the grace.
    private func staysClosed() async -> Bool {
        let end = ContinuousClock.now + grace
        while gate.refusal == .unavailable, ContinuousClock.now < end {
            guard (try? await Task.sleep(for: min(grace, .milliseconds(250)))) != nil else { return false }
        }
        return gate.refusal != nil
    }

    /// Takes nothing and holds nothing until the gate opens.
    ///
    /// In this order: otherwise the broker could deliver what is given back to this worker.
    private func giveBack() async {
        logger.warning("the worker takes nothing, and gives back what it has not claimed")
        for inbox in inboxes { inbox.pause(for: .store) }
        while gate.refusal != nil, !Task.isCancelled {
            // Again and again: a request may have been on its way to the line of a gateway.
            gate.sendBack()
            routes.sendBack()
            try? await Task.sleep(for: .milliseconds(250))
        }
        for inbox in inboxes { inbox.resume(for: .store) }
        if gate.refusal == nil { logger.notice("the worker takes messages again") }
    }
}
