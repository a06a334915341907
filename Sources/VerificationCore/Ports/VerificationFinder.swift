/// Port: finds verifications by what other systems call them.
///
/// For people who follow a trace or a provider's report; no verification waits for it.
package protocol VerificationFinder: Sendable {
    /// The verifications of all requests that came with this trace, of any app, newest first.
    ///
    /// - Parameters:
    ///   - trace: as the caller's `traceparent` named it.
    ///   - limit: how many at most.
    /// - Returns: no erased verification, and none twice; empty when no request came with the trace.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func verifications(inTrace trace: TraceID, limit: Int) async throws(StoreProblem) -> [VerificationReport]

    /// The verifications with a message that a gateway has accepted under this id, of any app, newest first.
    ///
    /// It finds messages of gateways that report delivery. Several gateways may give out the same id; a gateway that
    /// gives out an id twice leads to its newest message.
    ///
    /// - Parameters:
    ///   - gatewayID: as the gateway's provider named the message.
    ///   - limit: how many at most.
    /// - Returns: no erased verification, and none twice; empty for an unknown id.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func verifications(withGatewayID gatewayID: String, limit: Int) async throws(StoreProblem) -> [VerificationReport]
}
