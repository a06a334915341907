import VerificationCore

extension ReferenceModel {
    /// What a further claim of a request may be answered.
    mutating func again(_ request: ModelRequest, token: Int) throws -> ModelAnswer {
        guard let number = request.session, let session = sessions[number], let ordinal = request.ordinal else {
            reach(.knownAlready)
            return .known
        }
        let message = session.messages[ordinal - 1]
        if message.hasEnded {
            reach(.knownAlready)
            return .known
        }
        let isAlive = alive(request.phone)?.number == number
        let isLatest = ordinal == session.messages.count
        let isInTime = request.deadline > now
        if message.isLeased, message.token == token {
            // The worker knows that it has not called yet.
            guard isInTime, isAlive else { return drop(request, of: session, ordinal) }
            reach(.resumed)
            return lease(request, of: number, ordinal, token: token)
        }
        if message.until > now {
            reach(message.isLeased ? .leased : .waiting)
            return .leased(message.until - now)
        }
        if message.isLeased {
            guard rules.sendsAfterUnknown, !message.mayBeDuplicate, isInTime, isAlive, isLatest else {
                end(number, ordinal, as: .unknown)
                reach(.held)
                return .known
            }
            sessions[number]?.messages[ordinal - 1].mayBeDuplicate = true
            reach(.sentAfterUnknown)
        } else {
            guard isInTime, isAlive, isLatest else { return drop(request, of: session, ordinal) }
            reach(.nextTry)
        }
        sessions[number]?.messages[ordinal - 1].tries += 1
        return lease(request, of: number, ordinal, token: token)
    }

    private mutating func lease(
        _ request: ModelRequest, of number: Int, _ ordinal: Int, token: Int
    ) -> ModelAnswer {
        sessions[number]?.quietUntil = now + .seconds(rules.resendAfter)
        sessions[number]?.messages[ordinal - 1].until = now + Self.lease
        sessions[number]?.messages[ordinal - 1].isLeased = true
        sessions[number]?.messages[ordinal - 1].calls += 1
        sessions[number]?.messages[ordinal - 1].token = token
        guard let session = sessions[number] else { return .nothing }
        let message = session.messages[ordinal - 1]
        return .send(
            ModelSend(
                session: number, ordinal: ordinal, tries: message.tries, mayBeDuplicate: message.mayBeDuplicate,
                summary: summary(of: session)))
    }

    private mutating func end(_ number: Int, _ ordinal: Int, as status: MessageStatus) {
        sessions[number]?.messages[ordinal - 1].status = status
        sessions[number]?.messages[ordinal - 1].hasEnded = true
        // A worker that comes back late changes nothing.
        sessions[number]?.messages[ordinal - 1].calls += 1
    }

    /// Ends a message that nobody needs any more; what cannot have left is taken back.
    private mutating func drop(_ request: ModelRequest, of session: ModelSession, _ ordinal: Int) -> ModelAnswer {
        let isInTime = request.deadline > now
        let isAlive = alive(request.phone)?.number == session.number
        reach(!isInTime ? .droppedLate : isAlive ? .superseded : .dropped)
        if session.messages[ordinal - 1].mayBeDuplicate {
            end(session.number, ordinal, as: .unknown)
        } else {
            end(session.number, ordinal, as: .failed)
            fail(request, of: session.number, ordinal, by: rules, ending: isInTime ? .failed : .expired)
        }
        return isInTime ? .known : .expired
    }

    /// What a message that has not left gives back: its shares, and the wait for another SMS.
    ///
    /// Its verification ends where no other message of it may have left.
    private mutating func fail(
        _ request: ModelRequest, of number: Int, _ ordinal: Int, by triedRules: ModelRules,
        ending status: VerificationStatus
    ) {
        takeBack(request, session: number, ordinal: ordinal, by: triedRules)
        guard current[request.phone] == number, let session = sessions[number] else { return }
        if ordinal == session.messages.count { sessions[number]?.quietUntil = nil }
        guard session.sends == 0 else { return }
        current[request.phone] = nil
        sessions[number]?.status = status
        reach(.sessionFailed)
    }

    /// What the record of a call may be answered; `triedRules` are those of the claim before the call.
    mutating func record(_ call: CallName, _ outcome: ModelOutcome, by triedRules: ModelRules) -> ModelAnswer {
        guard let request = requests[call.request], let number = request.session, let session = sessions[number],
            let ordinal = request.ordinal, session.messages[ordinal - 1].calls == call.call,
            session.messages[ordinal - 1].isLeased, !session.messages[ordinal - 1].hasEnded
        else {
            reach(.stale)
            return .stale
        }
        var message = session.messages[ordinal - 1]
        switch outcome {
        case .accepted:
            (message.hasEnded, message.acceptedCall) = (true, call)
            message.status = receipts[call] ?? .accepted
            if receipts[call] != nil { reach(.earlyReceipt) }
            reach(.accepted)
        case .busy(let seconds), .silentOnce(let seconds):
            (message.isLeased, message.until) = (false, now + .seconds(seconds))
            if case .silentOnce = outcome { message.mayBeDuplicate = true }
            reach(.busy)
        case .silent:
            (message.hasEnded, message.status) = (true, .unknown)
            reach(.unknown)
        case .failed:
            (message.hasEnded, message.status) = (true, .failed)
            reach(.failed)
        }
        sessions[number]?.messages[ordinal - 1] = message
        if outcome == .failed { fail(request, of: number, ordinal, by: triedRules, ending: .failed) }
        return .saved
    }

    /// What a provider's receipt for a call changes; it may come before the record of the call.
    mutating func receipt(_ call: CallName, isDelivered: Bool) -> ModelAnswer {
        // Delivered stays delivered.
        let status: MessageStatus = isDelivered || receipts[call] == .delivered ? .delivered : .undelivered
        receipts[call] = status
        reach(status == .delivered ? .delivered : .undelivered)
        guard let request = requests[call.request], let number = request.session, let ordinal = request.ordinal,
            let message = sessions[number]?.messages[ordinal - 1], message.acceptedCall == call
        else { return .noted(false) }
        sessions[number]?.messages[ordinal - 1].status = status
        return .noted(status != message.status)
    }
}
