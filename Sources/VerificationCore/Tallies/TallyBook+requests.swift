extension TallyBook {
    /// Counts a request that is on the queue.
    package func started(_ request: VerificationRequest, at now: Timestamp) {
        count(
            .started, of: request.id, began: request.requestedAt, at: now, app: request.app,
            region: request.phone.region)
    }

    /// Counts a call that put no request on the queue, as far as this process knows.
    package func notStarted(_ kind: TallyKind, _ phone: PhoneNumber, of app: AppID, reason: String, at now: Timestamp) {
        count(kind, at: now, app: app, region: phone.region, reason: reason)
    }

    /// Counts a claim's verdict, and how long the request waited for it.
    ///
    /// A verdict on a request that an earlier claim has decided counts nothing: its next try, or a lease that lives.
    package func decided(_ verdict: Verdict, on claim: Claim, at now: Timestamp) {
        guard let (kind, reason) = verdict.tally else { return }
        let request = claim.request
        count(
            kind, of: request.id, began: request.requestedAt, at: now, app: request.app,
            region: request.phone.region, reason: reason)
        count(.wait, at: now, reason: TimeBucket(now - request.requestedAt).word)
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
