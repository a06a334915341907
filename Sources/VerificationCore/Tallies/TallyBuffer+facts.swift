extension TallyBuffer {
    /// Counts a fact, if operators' pages show it.
    package func hear(_ fact: Fact, at now: Timestamp) {
        switch fact {
        case .started(let request, _):
            count(
                .started, of: request.id, began: request.requestedAt, at: now, app: request.app,
                region: request.phone.region)
        case .turnedAway(let reason, let phone, let app, _):
            count(.turnedAway, at: now, app: app, region: phone.region, reason: reason.rawValue)
        case .notQueued(let problem, let phone, let app, _):
            count(.notQueued, at: now, app: app, region: phone.region, reason: problem.tallyReason)
        case .checked(let result, let app, let region, _): checked(result, of: app, region: region, at: now)
        case .decided(let verdict, let claim): decided(verdict, on: claim, at: now)
        case .called(let call, let order, let request, _): ended(call, of: order.message, for: request, at: now)
        case .recorded(let record, let early): recorded(record, early: early, at: now)
        case .receiptSaved(_, let change): if let change { changed(change, at: now) }
        case .eventHandled(let outcome, let app): handled(outcome, of: app, at: now)
        case .appVerified(let kind, let result, let app):
            count(.appProof, at: now, app: app, reason: AppProof.tallyReason(kind, as: result))
        case .pushed, .checkLackedKey, .canceled, .failedOver, .recordLost, .handled, .settled: break
        }
    }

    private func checked(_ result: CheckResult<Unseen>, of app: AppID, region: String, at now: Timestamp) {
        switch result {
        case .approved(let report): tried(.approved, with: report, region: region, at: now)
        case .wrong(let report): tried(.wrongCode, with: report, region: region, at: now)
        case .limited(let reached): count(.checkLimited, at: now, app: app, reason: reached.limit.rawValue)
        case .ended, .keyReused, .missing: break
        }
    }

    private func tried(_ kind: TallyKind, with report: VerificationReport, region: String, at now: Timestamp) {
        count(kind, of: report.id, began: report.createdAt, at: now, app: report.app, region: region)
        guard kind == .wrongCode, report.status == .maxAttemptsReached else { return }
        count(.exhausted, of: report.id, began: report.createdAt, at: now, app: report.app, region: region)
    }

    /// Counts a claim's verdict, and how long the request waited for it.
    ///
    /// A verdict on a request that an earlier claim has decided counts nothing: its next try, or a lease that lives.
    private func decided(_ verdict: Verdict, on claim: Claim, at now: Timestamp) {
        guard let (kind, reason) = verdict.tally else { return }
        let request = claim.request
        count(
            kind, of: request.id, began: request.requestedAt, at: now, app: request.app,
            region: request.phone.region, reason: reason)
        count(.wait, at: now, reason: TimeBucket(now - request.requestedAt).word)
    }

    private func handled(_ outcome: EventOutcome, of app: AppID?, at now: Timestamp) {
        switch outcome {
        case .told: count(.eventTold, at: now, app: app)
        case .failed(let answer): count(.eventFailed, at: now, app: app, reason: answer.tallyReason)
        case .putOff, .lackedKey: count(.eventPutOff, at: now, app: app)
        case .givenUp(let reason): count(.eventGivenUp, at: now, app: app, reason: reason.rawValue)
        }
    }
}

extension QueueError {
    fileprivate var tallyReason: String {
        switch self {
        case .unavailable: "unavailable"
        case .full: "full"
        case .unknown: "unknown"
        }
    }
}

extension Verdict {
    fileprivate var tally: (kind: TallyKind, reason: String)? {
        switch self {
        case .send(let order):
            guard order.tries == 1 else { return nil }
            return (order.message.ordinal == 1 ? .sent : .resent, "")
        case .duplicate: return (.duplicate, "")
        case .limited(let reached): return (.limited, reached.limit.rawValue)
        case .refused(let reason): return (.refused, reason.rawValue)
        case .expired: return (.late, "")
        case .leased, .known, .keyReused, .idReused, .idAhead, .outdated: return nil
        }
    }
}

extension EventAnswer {
    /// For example `status-503`; an HTTP status has three digits, so there are few such reasons.
    fileprivate var tallyReason: String {
        switch self {
        case .answered(let status, _): "status-\(status)"
        case .unanswered(let reason): TallyBuffer.word(for: reason)
        }
    }
}
