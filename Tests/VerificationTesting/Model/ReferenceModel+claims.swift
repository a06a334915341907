import VerificationCore

extension ReferenceModel {
    /// What a claim of a request may be answered; `token` is the worker's own, and new with each delivery.
    mutating func claim(_ number: Int, token: Int, seen: ModelAnswer) throws -> ModelAnswer {
        guard let request = requests[number] else { return .nothing }
        if isDecided(request) { return try again(request, token: token) }
        if let answer = repeated(request) { return answer }
        let answer = try first(request, token: token, seen: seen)
        if case .limited = answer { return answer }
        if let key = request.key, let session = requests[number]?.session {
            if requestKeys[key] != nil { reach(.keyFreeAgain) }
            requestKeys[key] = RequestKey(phone: request.phone, address: request.address, session: session, at: now)
        }
        return answer
    }

    private func isDecided(_ request: ModelRequest) -> Bool {
        request.session != nil || request.outcome == .conflict
    }

    /// A call under a key of the last 24 hours leads where the first call led, if it asks for the same.
    private mutating func repeated(_ request: ModelRequest) -> ModelAnswer? {
        guard let kept = request.key.flatMap({ requestKeys[$0] }), isKept(kept.at) else { return nil }
        guard kept.phone == request.phone, kept.address == request.address else {
            requests[request.number]?.outcome = .conflict
            reach(.keyOfAnother)
            return .keyReused
        }
        lead(request.number, to: kept.session, .duplicate)
        reach(.keyRepeated)
        return .known
    }

    private mutating func lead(
        _ number: Int, to session: Int, _ outcome: NewRequest.Outcome, ordinal: Int? = nil
    ) {
        requests[number]?.session = session
        requests[number]?.outcome = outcome
        requests[number]?.ordinal = ordinal
    }

    private mutating func first(_ request: ModelRequest, token: Int, seen: ModelAnswer) throws -> ModelAnswer {
        let live = alive(request.phone)
        if request.deadline <= now {
            reach(.deadlinePassed)
            return endWithoutSend(request, .expired, .expired, of: live, answer: .expired)
        }
        if rules.isForGermanyOnly, ModelPlaces.countries[request.phone] != "DE" {
            reach(.refused)
            return endWithoutSend(request, .refused, .refused, of: live, answer: .refused)
        }
        guard let live else { return try begin(request, token: token, seen: seen) }
        if let quiet = live.quietUntil, quiet > now {
            lead(request.number, to: live.number, .duplicate)
            sessions[live.number]?.newest = request.number
            reach(.joined)
            return .duplicate(summary(of: live))
        }
        if live.wrongCodes >= rules.maxChecks {
            reach(.newCodeAfterUsedUp)
            return try begin(request, token: token, seen: seen)
        }
        if live.sends >= rules.maxSends {
            lead(request.number, to: live.number, .limited)
            reach(.sendsUsedUp)
            return .limited(
                ModelLimit(
                    limit: .sendsPerVerification, window: ModelWindow(rules.maxSends, in: rules.life),
                    session: live.number, retryAfter: live.expiresAt - now))
        }
        let wanted = now + .seconds(rules.life / 2)
        if wanted > live.expiresAt, wanted > live.lastEnd {
            reach(.newCodeAtLastEnd)
            return try begin(request, insteadOf: live, token: token, seen: seen)
        }
        return try resend(request, of: live, until: max(wanted, live.expiresAt), token: token, seen: seen)
    }

    /// Ends a request without an SMS; without a live verification it is one of its own.
    private mutating func endWithoutSend(
        _ request: ModelRequest, _ outcome: NewRequest.Outcome, _ status: VerificationStatus, of live: ModelSession?,
        answer: ModelAnswer
    ) -> ModelAnswer {
        lead(request.number, to: live?.number ?? request.number, outcome)
        if live == nil {
            sessions[request.number] = session(of: request, status: status, end: now)
        }
        return answer
    }

    private func session(of request: ModelRequest, status: VerificationStatus, end: Timestamp) -> ModelSession {
        ModelSession(
            number: request.number, phone: request.phone, network: request.network, createdAt: now,
            lastEnd: now + .seconds(2 * rules.life), maxSends: rules.maxSends, maxChecks: rules.maxChecks,
            status: status, expiresAt: end, newest: request.number)
    }

    private mutating func begin(
        _ request: ModelRequest, insteadOf live: ModelSession? = nil, token: Int, seen: ModelAnswer
    ) throws -> ModelAnswer {
        let bounds = boundsOfSends(request)
        guard try admits(bounds, session: live?.number ?? request.number, seen: seen) else {
            reachLimit(seen)
            return endWithoutSend(request, .limited, .refused, of: live, answer: seen)
        }
        count(bounds, session: request.number, ordinal: 1)
        if let old = current[request.phone], sessions[old]?.status == .pending {
            let isOver = sessions[old].map { $0.expiresAt <= now } ?? true
            let isUsedUp = sessions[old].map { $0.wrongCodes >= rules.maxChecks } ?? false
            sessions[old]?.status = isOver ? .expired : isUsedUp ? .maxAttemptsReached : .canceled
        }
        reach(hasJustEnded(request.phone) ? .startAfterEnd : .firstSend)
        sessions[request.number] = session(of: request, status: .pending, end: now + .seconds(rules.life))
        current[request.phone] = request.number
        return try order(request, of: request.number, token: token, bounds: bounds, seen: seen)
    }

    /// Whether a verification of the phone has ended so early that requests would still join it.
    private func hasJustEnded(_ phone: Int) -> Bool {
        let ends: Set<VerificationStatus> = [.approved, .canceled, .maxAttemptsReached]
        return sessions.values.contains { session in
            session.phone == phone && ends.contains(session.status) && session.quietUntil.map { now < $0 } ?? false
        }
    }

    private mutating func resend(
        _ request: ModelRequest, of live: ModelSession, until end: Timestamp, token: Int, seen: ModelAnswer
    ) throws -> ModelAnswer {
        let bounds = boundsOfSends(request)
        guard try admits(bounds, session: live.number, seen: seen) else {
            reachLimit(seen)
            return endWithoutSend(request, .limited, .refused, of: live, answer: seen)
        }
        count(bounds, session: live.number, ordinal: live.messages.count + 1)
        reach(.resend)
        if end > live.expiresAt { reach(.lifeExtended) }
        sessions[live.number]?.expiresAt = end
        sessions[live.number]?.newest = request.number
        return try order(request, of: live.number, token: token, bounds: bounds, seen: seen)
    }

    private mutating func order(
        _ request: ModelRequest, of number: Int, token: Int, bounds: [Bound], seen: ModelAnswer
    ) throws -> ModelAnswer {
        let message = ModelMessage(request: request.number, until: now + Self.lease, token: token)
        sessions[number]?.messages.append(message)
        sessions[number]?.quietUntil = now + .seconds(rules.resendAfter)
        guard let session = sessions[number] else { return .nothing }
        lead(request.number, to: number, .send, ordinal: session.messages.count)
        return .send(
            ModelSend(
                session: number, ordinal: session.messages.count, tries: 1, mayBeDuplicate: false,
                summary: summary(of: session), left: try leftAfterSend(bounds, seen: seen)))
    }

    func summary(of session: ModelSession) -> ModelSummary {
        ModelSummary(
            session: session.number, expiresAt: session.expiresAt, resendAfter: session.quietUntil ?? now,
            remainingSends: max(0, rules.maxSends - session.sends),
            remainingChecks: max(0, rules.maxChecks - session.wrongCodes))
    }

    mutating func reachLimit(_ answer: ModelAnswer) {
        guard case .limited(let limited) = answer else { return }
        switch limited.limit {
        case .sendsPerPhone: reach(.limitedPerPhone)
        case .sendsPerIP: reach(.limitedPerAddress)
        case .sendsPerPrefix: reach(.limitedPerPrefix)
        case .sendsPerApp: reach(.limitedPerApp)
        case .wrongCodesPerPhone: reach(.wrongLimitedPerPhone)
        case .wrongCodesPerIP: reach(.wrongLimitedPerAddress)
        case .sendsPerVerification, .sendsPerPhoneAndIP, .sendsPerProof, .unprovenSends, .wrongCodesOfStrangers,
            .wrongCodesPerTestNumber:
            break
        }
    }
}
