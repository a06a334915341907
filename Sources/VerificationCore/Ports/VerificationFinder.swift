/// Port: finds verifications of any app, for people who operate the installation.
///
/// No verification waits for it. Every answer is bounded, however many verifications there are.
package protocol VerificationFinder: Sendable {
    /// The verification to which an id leads; `id` may be that of any request.
    ///
    /// - Returns: nil for an unknown id, for an erased verification, and for a request whose idempotency key was taken.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func verification(_ id: VerificationID) async throws(StoreProblem) -> VerificationRecord?

    /// The verifications that fit, in the order of their ids, the newest first.
    ///
    /// Ids of idempotency keys tell only their day. Where a filter asks for a time, those that fit and stand elsewhere in
    /// their day come after the others. For the next page, give `next` of this page as `before`. The store looks at a few thousand verifications for a
    /// page at most. For example, of ten million verifications three failed, all of them last week. Then the first pages
    /// for `failed` are empty, and each says where to go on.
    ///
    /// - Parameters:
    ///   - filter: which verifications.
    ///   - before: `next` of the page before; nil for the newest.
    ///   - limit: how many at most.
    /// - Returns: no erased verification.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func verifications(
        matching filter: VerificationFilter, before: VerificationID?, limit: Int
    ) async throws(StoreProblem) -> VerificationPage

    /// A phone's verifications in all apps, newest first.
    ///
    /// For the next page, give the last id of this page as `before`. A page with fewer than `limit` is the last.
    ///
    /// - Parameters:
    ///   - phone: in E.164 form.
    ///   - before: only ids that sort before this id; nil for the newest.
    ///   - limit: how many at most.
    /// - Returns: the page; empty when there is nothing before `before`.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func verifications(
        of phone: String, before: VerificationID?, limit: Int
    ) async throws(StoreProblem) -> [VerificationRecord]

    /// The verifications of all requests that came with this trace, of any app, newest first.
    ///
    /// - Parameters:
    ///   - trace: as the caller's `traceparent` named it.
    ///   - limit: how many at most.
    /// - Returns: no erased verification, and none twice; empty when no request came with the trace.
    /// - Throws: a `StoreProblem` when the store gives no answer.
    func verifications(inTrace trace: TraceID, limit: Int) async throws(StoreProblem) -> [VerificationRecord]

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
    func verifications(withGatewayID gatewayID: String, limit: Int) async throws(StoreProblem) -> [VerificationRecord]
}
