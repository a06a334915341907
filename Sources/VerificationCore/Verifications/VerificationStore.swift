/// Port: the store of verifications, with their messages and with what has been used of limits.
///
/// All times and all rules use the store's clock. Workers claim, record and bring receipts. Callers check, ask, cancel and
/// erase. People who operate the installation find verifications of any app; no verification waits for them, and every
/// answer is bounded, however many verifications there are.
package protocol VerificationStore: Sendable {
    /// Locks the phone, lets the rule book decide, and returns once the verdict is on disk.
    ///
    /// Concurrent calls share transactions. Safe to repeat after an error: a claim that was saved after all is then
    /// found on record.
    func claim(_ claim: Claim) async throws(StoreError) -> Verdict

    /// Saves the outcome of a send.
    ///
    /// Safe to repeat after an error: an outcome that was saved after all is found on record.
    ///
    /// - Returns: `stale` when the order's fence is stale, and when another outcome is on record.
    func record(_ record: SendRecord) async throws(StoreError) -> Recorded

    /// Saves all of them, in one transaction where it can; in which order, and how often, does not matter.
    ///
    /// A receipt may come before its message is recorded. Then the store keeps it, and the record finds it. A receipt
    /// changes a message's status (see `Delivery`), and nothing of a verification. For an app with an endpoint, the
    /// store writes an event about the new status (see `Delivery.event`).
    ///
    /// One receipt's trouble is no other's: what another transaction holds is answered with `locked`, and the others
    /// are saved. A receipt that is answered with a problem is not saved, or it is saved and the answer was lost. So
    /// it may be brought again; after `locked` a little later.
    ///
    /// - Returns: an answer to each receipt, in their order. It is the change of the message's status, once for each
    ///   message, and nil for a receipt that changes no status. When the answer is lost, no caller learns of the
    ///   change.
    func note(_ receipts: [GatewayReceipt]) async -> [Result<DeliveryChange?, StoreError>]

    /// Locks the phone, lets the rule book compare the code, and returns once the verdict is on disk.
    ///
    /// Concurrent calls share transactions. Of many right codes at once exactly one approves. Of many wrong codes at
    /// once exactly as many are counted as all limits admit. With an idempotency key a call is safe to repeat.
    func check(_ attempt: CheckAttempt) async throws(StoreError) -> CheckResult<NoRecord>

    /// The verification that `id` leads to; `id` may be that of any request of this app.
    func verification(_ id: VerificationID, of app: AppID) async throws(StoreError) -> FoundVerification<NoRecord>

    /// Ends a pending verification; a verification that has ended already stays as it is.
    ///
    /// - Parameters:
    ///   - id: that of any request of this app.
    ///   - app: whose verification.
    ///   - tellsEvents: whether the app has an endpoint for events.
    /// - Returns: how the verification stands afterwards.
    /// - Throws: a `StoreError` when the store gives no answer.
    func cancel(
        _ id: VerificationID, of app: AppID, tellsEvents: Bool
    ) async throws(StoreError) -> FoundVerification<NoRecord>

    /// The status stamps of the verifications that these ids lead to, of any app; an id that no worker has seen yet is
    /// left out.
    func stamps(of ids: [VerificationID]) async throws(StoreError) -> [VerificationID: StatusStamp]

    /// A phone's verifications, newest first.
    ///
    /// For the next page, give the last id of this page as `before`. A page with fewer than `limit` is the last.
    ///
    /// - Parameters:
    ///   - phone: whose.
    ///   - before: only ids that sort before this id; nil for the newest.
    ///   - limit: how many at most.
    /// - Returns: the page; empty when there is nothing before `before`.
    /// - Throws: a `StoreError` when the store gives no answer.
    func verifications(
        of phone: PhoneKey, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> [VerificationReport]

    /// Forgets the verifications of a phone with these apps, the live ones included.
    ///
    /// What the phone has used of its limits stays until it would be over anyway: otherwise an erasure would be a way
    /// around the limits. The ids of its requests stay known, so that a request which the broker still holds is not
    /// taken for a new one. A verification that begins during the call stays. After an error the call may be repeated.
    ///
    /// - Parameters:
    ///   - phone: in E.164 form.
    ///   - apps: with which apps; an app that does not know the phone costs nothing.
    /// - Returns: how many verifications there were.
    /// - Throws: a `StoreError` when the store gives no answer.
    func erase(_ phone: String, of apps: [AppID]) async throws(StoreError) -> Int

    /// The verification to which an id leads; `id` may be that of any request.
    ///
    /// - Returns: nil for an unknown id, for an erased verification, and for a request whose idempotency key was taken.
    /// - Throws: a `StoreError` when the store gives no answer.
    func verification(_ id: VerificationID) async throws(StoreError) -> VerificationRecord?

    /// What is on record around a verification; at most `limit` requests and `limit` events.
    func trail(of record: VerificationRecord, limit: Int) async throws(StoreError) -> VerificationTrail

    /// The verifications that fit, in the order of their ids, the newest first.
    ///
    /// Ids of idempotency keys tell only their day. Where a filter asks for a time, those that fit and stand elsewhere in
    /// their day come after the others. For the next page, give `next` of this page as `before`. The store looks at a few
    /// thousand verifications for a page at most. For example, of ten million verifications three failed, all of them last week. Then the first pages
    /// for `failed` are empty, and each says where to go on.
    ///
    /// - Parameters:
    ///   - filter: which verifications.
    ///   - before: `next` of the page before; nil for the newest.
    ///   - limit: how many at most.
    /// - Returns: no erased verification.
    /// - Throws: a `StoreError` when the store gives no answer.
    func verifications(
        matching filter: VerificationFilter, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> VerificationPage

    /// A phone's verifications in all apps, newest first.
    ///
    /// For the next page, give the last id of this page as `before`. A page with fewer than `limit` is the last.
    ///
    /// - Parameters:
    ///   - phone: in E.164 form.
    ///   - before: only ids that sort before this id; nil for the newest.
    ///   - limit: how many at most.
    /// - Returns: the page; empty when there is nothing before `before`.
    /// - Throws: a `StoreError` when the store gives no answer.
    func verifications(
        of phone: String, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> [VerificationRecord]

    /// The verifications of all requests that came with this trace, of any app, newest first.
    ///
    /// - Parameters:
    ///   - trace: as the caller's `traceparent` named it.
    ///   - limit: how many at most.
    /// - Returns: no erased verification, and none twice; empty when no request came with the trace.
    /// - Throws: a `StoreError` when the store gives no answer.
    func verifications(inTrace trace: TraceID, limit: Int) async throws(StoreError) -> [VerificationRecord]

    /// The verifications with a message that a gateway has accepted under this id, of any app, newest first.
    ///
    /// It finds messages of gateways that report delivery. Several gateways may give out the same id; a gateway that
    /// gives out an id twice leads to its newest message.
    ///
    /// - Parameters:
    ///   - gatewayID: as the gateway's provider named the message.
    ///   - limit: how many at most.
    /// - Returns: no erased verification, and none twice; empty for an unknown id.
    /// - Throws: a `StoreError` when the store gives no answer.
    func verifications(withGatewayID gatewayID: String, limit: Int) async throws(StoreError) -> [VerificationRecord]

    /// What has been used so far, and when it comes back; holds no claim up.
    func uses(of subject: LimitSubject) async throws(StoreError) -> [LimitUse]

    /// Forgets what has been used of these limits of the subject, all at once; of other limits nothing changes.
    ///
    /// A claim that was decided before counts no more. A claim that comes later finds nothing used. A send that was
    /// counted before, and that fails afterwards, takes nothing back from an empty limit.
    func reset(_ limits: Set<LimitReached.Limit>, of subject: LimitSubject) async throws(StoreError)

    /// Returns when the store has shown that it can do this process's work.
    ///
    /// Then it is of the version that this program knows, and nothing is missing, forbidden or damaged that the work
    /// needs: for a worker a claim and its record, for an API a cancel and an erasure. Leaves nothing behind.
    func examine() async throws(StoreError)
}

/// What a caller who waits for news of a verification has seen of it; another stamp means that something is new.
///
/// It encodes the state of the verification and of its last message; only the store understands the text.
package struct StatusStamp: Sendable, Hashable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}
