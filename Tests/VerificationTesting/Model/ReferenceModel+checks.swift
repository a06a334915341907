import VerificationCore

/// A try of a code, as the model sees it.
struct ModelCheck: Sendable {
    let number: Int
    let byPhone: Bool
    let address: Int
    let key: Int?
    let text: String
}

extension ReferenceModel {
    /// What a try of a code may be answered; `code` says the right code of each verification.
    mutating func check(_ check: ModelCheck, code: (Int) -> String, seen: ModelAnswer) throws -> ModelAnswer {
        guard let request = requests[check.number] else { return .nothing }
        if let kept = check.key.flatMap({ checkKeys[$0] }), isKept(kept.at), let session = sessions[kept.session] {
            return repeated(check, by: request, kept, session)
        }
        if let gap = check.byPhone ? nil : gap(of: request) { return .missing(gap) }
        let found = check.byPhone ? current[request.phone] : request.session
        guard let number = found, let session = sessions[number] else { return .missing(.unknown) }
        let id = through(check, session)
        guard session.status(at: now) == .pending else {
            reach(.checkAfterEnd)
            return .ended(session: number, through: id, status(of: session, for: id))
        }
        let network = ModelPlaces.networks[check.address] ?? session.network
        let bounds = boundsOfChecks(session, network: network)
        guard try admits(bounds, session: number, seen: seen) else {
            reachLimit(seen)
            return seen
        }
        if check.text == code(number) {
            sessions[number]?.status = .approved
            sessions[number]?.approvedBy = id
            leave(session)
            keep(check, number, left: nil)
            reach(check.byPhone ? .approvedByPhone : .approved)
            return .approved(session: number, through: id)
        }
        count(bounds, session: number, ordinal: 0)
        sessions[number]?.wrongCodes += 1
        let left = session.maxChecks - session.wrongCodes - 1
        if left <= 0 {
            sessions[number]?.status = .maxAttemptsReached
            leave(session)
            reach(.maxAttempts)
        }
        keep(check, number, left: left)
        reach(.wrong)
        return .wrong(session: number, through: id, left: left)
    }

    /// The same call again has the first call's answer; another call under its key has none.
    private mutating func repeated(
        _ check: ModelCheck, by request: ModelRequest, _ kept: CheckKey, _ session: ModelSession
    ) -> ModelAnswer {
        let leads = check.byPhone ? request.phone == session.phone : request.session == session.number
        guard leads, kept.text == check.text else {
            reach(.checkKeyReused)
            return .keyReused
        }
        let id = through(check, session)
        if let left = kept.left {
            reach(.wrongAgainByKey)
            return .wrong(session: session.number, through: id, left: left)
        }
        let status = status(of: session, for: id)
        guard status == .approved else { return .ended(session: session.number, through: id, status) }
        reach(.approvedAgainByKey)
        return .approved(session: session.number, through: id)
    }

    private mutating func keep(_ check: ModelCheck, _ session: Int, left: Int?) {
        guard let key = check.key else { return }
        checkKeys[key] = CheckKey(session: session, text: check.text, left: left, at: now)
    }

    /// The id through which a try comes: a try by phone comes through the newest request.
    private func through(_ check: ModelCheck, _ session: ModelSession) -> Int {
        guard check.byPhone else { return check.number }
        if let by = session.approvedBy { return by }
        return current[session.phone].flatMap { sessions[$0] }.map(\.newest).flatMap { newest in
            requests[newest]?.session == session.number ? newest : nil
        } ?? session.number
    }

    /// A verification that has ended is no longer the one that requests join.
    private mutating func leave(_ session: ModelSession) {
        if current[session.phone] == session.number { current[session.phone] = nil }
    }

    private mutating func gap(of request: ModelRequest) -> NoRecord? {
        if request.outcome == .conflict {
            reach(.missingKeyReused)
            return .keyReused
        }
        guard let number = request.session else { return .unknown }
        if sessions[number] == nil { reach(.missingErased) }
        return sessions[number] == nil ? .erased : nil
    }

    private func status(of session: ModelSession, for request: Int) -> VerificationStatus {
        let status = session.status(at: now)
        return status == .approved && request != session.approvedBy ? .approvedElsewhere : status
    }

    /// How a verification stands for the holder of a request's id.
    mutating func show(_ number: Int) -> ModelAnswer {
        guard let request = requests[number] else { return .nothing }
        if let gap = gap(of: request) { return .missing(gap) }
        guard let session = request.session.flatMap({ sessions[$0] }) else { return .nothing }
        let status = status(of: session, for: number)
        if status == .approvedElsewhere { reach(.approvedElsewhere) }
        if status == .expired { reach(.shownExpired) }
        let isCurrent = current[session.phone] == session.number
        let isPending = status == .pending
        return .found(
            ModelReport(
                session: session.number, request: number, status: status, outcome: request.outcome,
                expiresAt: session.expiresAt,
                resendAfter: isCurrent ? session.quietUntil ?? session.createdAt : session.createdAt,
                remainingSends: isPending && isCurrent ? max(0, session.maxSends - session.sends) : 0,
                remainingChecks: isPending ? session.maxChecks - session.wrongCodes : 0,
                messages: session.messages.map { told($0) }))
    }

    /// A message whose worker has let its lease end may have left.
    private func told(_ message: ModelMessage) -> MessageStatus {
        message.isLeased && !message.hasEnded && message.until <= now ? .unknown : message.status
    }

    /// Ends a verification, unless it has ended.
    mutating func cancel(_ number: Int) -> ModelAnswer {
        guard let request = requests[number] else { return .nothing }
        if let session = request.session.flatMap({ sessions[$0] }) {
            if session.status(at: now) == .pending {
                sessions[session.number]?.status = .canceled
                leave(session)
                reach(.canceled)
            } else {
                reach(.canceledAfterEnd)
            }
        }
        return show(number)
    }

    /// Forgets a phone's verifications and what leads to them, but not what counts in limits.
    mutating func erase(_ phone: Int) -> ModelAnswer {
        let mine = Set(sessions.values.filter { $0.phone == phone }.map(\.number))
        for number in mine { sessions[number] = nil }
        requestKeys = requestKeys.filter { !mine.contains($0.value.session) }
        checkKeys = checkKeys.filter { !mine.contains($0.value.session) }
        current[phone] = nil
        if !mine.isEmpty { reach(.erased) }
        return .erased(mine.count)
    }
}
