/// Decides whether a request is sent, joined with another, held back by a limit or turned away.
///
/// It is pure: facts and the time go in, a verdict and changes come out. A store locks the phone's row before it loads
/// the facts. So two workers never decide about the same phone at the same time. Within a batch each decision starts
/// from the state that the decision before it has left. So two requests of the same batch meet as well.
package struct RuleBook: Sendable {
    /// How many messages a verification may have, including messages that did not leave.
    ///
    /// No honest use needs more.
    package static let mostMessages = 1_000

    /// How far in the future an id's time may lie, because the clock of its maker may be wrong.
    private static let farthestAhead = Duration.seconds(86_400)

    package init() {}

    /// Decides one claim.
    ///
    /// `phone` and `limits` go in as the store loaded them, and come out as the decision leaves them. `facts` is what
    /// the store has on record of this request and of its idempotency key. The store must save the changes before the
    /// worker acts on the verdict.
    package func decide(
        _ claim: Claim, phone: inout PhoneState, limits: inout SharedCounts, facts: ClaimFacts, now: Timestamp
    ) -> (verdict: Verdict, changes: [RowChange]) {
        var decision = Decision(of: claim, facts, now: now)
        decision.borrow(&phone, and: &limits)
        defer { decision.borrow(&phone, and: &limits) }
        let verdict = decide(&decision, by: facts)
        return (verdict, decision.changes)
    }

    private func decide(_ decision: inout Decision, by facts: ClaimFacts) -> Verdict {
        let request = decision.claim.request
        if let seen = facts.seen { return decision.again(seen) }
        if request.id.madeAt > decision.now + Self.farthestAhead { return .idAhead }
        if let holder = facts.keyHolder { return decision.repeated(holder) }
        let verdict = decision.first()
        // A limited request did nothing, so the caller may ask again under the same key.
        if let key = request.keyID, !verdict.isLimited { decision.keep(key) }
        return verdict
    }
}

extension Verdict {
    fileprivate var isLimited: Bool {
        if case .limited = self { return true }
        return false
    }
}

extension RuleBook {
    /// What the rules say of a try of a code.
    package enum CheckDecision: Sendable, Hashable {
        case approved, wrong, ended
        case limited(LimitReached)
    }

    /// Decides one try of a verification's code.
    ///
    /// The phone's row is locked, so each try sees what the tries before it have left. The code is compared in every
    /// case. The caller learns the result only after the store has saved the changes, so no try is free. A right code
    /// takes from no limit.
    ///
    /// - Parameters:
    ///   - attempt: the try.
    ///   - id: the id through which the code comes.
    ///   - verification: whose code it may be.
    ///   - phone: the phone's row.
    ///   - limits: the shared limits of the try.
    ///   - starter: the network that asked for the verification.
    ///   - now: the time after the locks.
    /// - Returns: the decision on the try, and what the store must write.
    /// - Throws: `keyMissing` when the key ring lacks the code's key; then nothing is counted.
    package func decide(
        _ attempt: CheckAttempt, through id: VerificationID, on verification: inout StoredVerification,
        phone: inout PhoneState,
        limits: inout SharedCounts, startedFrom starter: String?, now: Timestamp
    ) throws(StoreError) -> (decision: CheckDecision, changes: [RowChange]) {
        let isRight = attempt.code.isRight(for: verification, at: now)
        guard verification.status(at: now) == .pending else { return (.ended, []) }
        guard let isRight else { throw .keyMissing }
        let standing = attempt.standing(startedFrom: starter)
        let isForTestNumber = verification.code.isFixed
        let shared = attempt.limits(
            on: verification.id, of: verification.phoneKey, isTestNumber: isForTestNumber, startedFrom: starter)
        let perPhone = standing == .backend && !isForTestNumber ? attempt.rules.wrongCodesPerPhone : []
        if let reached = wait(
            perPhone, of: phone, shared: shared.holding, counts: limits, of: verification.id, now: now)
        {
            return (.limited(reached), [])
        }
        if isRight {
            verification.status = .approved
            verification.approvedBy = id
            phone.release(verification.id)
            return (.approved, [.approve(verification.id, by: id)])
        }
        phone.wrongCodes.count(in: perPhone, at: now)
        // A limit that does not hold this try may be used up; it counts no further.
        for limit in shared.counting where limits.wait(for: limit, at: now) == nil { limits.count(limit, at: now) }
        if standing == .stranger, !isForTestNumber { return (.wrong, []) }
        return (.wrong, countWrongCode(on: &verification, phone: &phone, now: now))
    }

    private func wait(
        _ perPhone: [RateLimit], of phone: PhoneState, shared: [SharedLimit], counts limits: SharedCounts,
        of verification: VerificationID, now: Timestamp
    ) -> LimitReached? {
        var waits = shared.compactMap { limit in
            limits.wait(for: limit, at: now).map { (limit: LimitReached.Limit(limit.key.scope), wait: $0) }
        }
        if let wait = phone.wrongCodes.wait(for: perPhone, at: now) { waits.append((.wrongCodesPerPhone, wait)) }
        return waits.max { $0.wait.until < $1.wait.until }.map { longest in
            LimitReached(
                limit: longest.limit, quota: longest.wait.limit, retryAfter: longest.wait.until - now,
                verification: verification)
        }
    }

    private func countWrongCode(
        on verification: inout StoredVerification, phone: inout PhoneState, now: Timestamp
    ) -> [RowChange] {
        verification.checks += 1
        if phone.live?.id == verification.id { phone.live?.wrongCodes = verification.checks }
        let counted = RowChange.countWrongCodes(verification.id, verification.checks)
        guard verification.status(at: now) == .maxAttemptsReached else { return [counted] }
        verification.status = .maxAttemptsReached
        phone.release(verification.id)
        return [counted, .endVerification(verification.id, .maxAttemptsReached, reason: nil)]
    }
}

extension PhoneState {
    /// Lets the phone's next request begin a new verification at once, without waiting for `resendAfter`.
    ///
    /// The person who asks again wants an SMS, and the limits bound how many SMS that can be.
    fileprivate mutating func release(_ id: VerificationID) {
        if live?.id == id { live = nil }
    }
}

/// What the store has on record of a claim before the rules decide it.
package struct ClaimFacts: Sendable, Hashable {
    /// What is on record of this very request; nil when it is new.
    package var seen: SeenRequest?
    /// What is on record of its idempotency key; nil when the key is new, or when there is no key.
    package var keyHolder: KeyHolder?
    /// When the database was restored from a backup last; nil when it never was.
    package var restoredAt: Timestamp?
    /// The messages of the verification that the request led to, or else of the phone's live one, by their ordinals.
    ///
    /// A store may leave them out where the request can send no further message of that verification.
    package var earlier: [EarlierMessage]

    package init(
        seen: SeenRequest? = nil, keyHolder: KeyHolder? = nil, restoredAt: Timestamp? = nil,
        earlier: [EarlierMessage] = []
    ) {
        self.restoredAt = restoredAt
        self.earlier = earlier
        self.seen = seen
        self.keyHolder = keyHolder
    }
}

/// What is on record of a request's idempotency key.
package struct KeyHolder: Sendable, Hashable {
    package let fingerprint: [UInt8]
    package let verification: VerificationID

    package init(fingerprint: [UInt8], verification: VerificationID) {
        self.fingerprint = fingerprint
        self.verification = verification
    }
}

/// What the rules say of a claim.
package enum Verdict: Sendable, Hashable {
    /// The only verdict after which the worker calls a gateway.
    case send(SendOrder)
    /// A verification is alive, and its last SMS is younger than `resendAfter`.
    case duplicate(LiveSummary)
    case limited(LimitReached)
    case refused(RefusalReason)
    /// The request's deadline has passed.
    case expired
    /// Another worker may be sending this message, or its next try is not due yet; look again after this time.
    case leased(for: Duration)
    /// The request is on record, or an earlier request with the same idempotency key is. There is nothing left to do.
    case known
    /// The request's idempotency key belongs to another request, which asked for something else.
    case keyReused
    /// The request's id belongs to a request of another phone or app.
    case idReused
    /// The id's time is more than a day in the future: the clock of its maker is wrong, or the id is made up. Its row
    /// would not be forgotten together with the rows of the day on which it was written.
    case idAhead
    /// An operator has changed the app, a block or a switch, and the worker made the claim under the older settings.
    ///
    /// Nothing was decided. The worker reads the settings again and makes a new claim.
    case outdated
}

/// What a caller may know of the live verification.
package struct LiveSummary: Sendable, Hashable {
    package let verification: VerificationID
    package let expiresAt: Timestamp
    /// From this moment on another request sends another SMS.
    package let resendAfter: Timestamp
    package let remainingSends: Int
    package let remainingChecks: Int
    /// The limit that will be used up first, after a send; nil when no limit was asked.
    package var left: LimitLeft?

    package init(
        verification: VerificationID, expiresAt: Timestamp, resendAfter: Timestamp, remainingSends: Int,
        remainingChecks: Int, left: LimitLeft? = nil
    ) {
        self.verification = verification
        self.expiresAt = expiresAt
        self.resendAfter = resendAfter
        self.remainingSends = remainingSends
        self.remainingChecks = remainingChecks
        self.left = left
    }
}
