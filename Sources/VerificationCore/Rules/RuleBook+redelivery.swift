extension RuleBook {
    /// A request that is on record: delivered again by the broker, published twice, or back from the retry ladder.
    ///
    /// Whoever holds the lease may be sending at this moment, so nobody else touches the message before the lease is
    /// over. What is then known decides: it did not leave, so it is tried again; or nobody can know.
    package func decideAgain(
        _ claim: Claim, phone: inout PhoneState, limits: inout SharedCounts, seen: SeenRequest, now: Timestamp
    ) -> (verdict: Verdict, changes: [RowChange]) {
        if let key = seen.key, key != claim.request.phoneKey { return (.idReused, []) }
        guard let message = seen.message else { return (.settled, []) }
        let id = MessageID(verification: seen.verification, ordinal: message.ordinal)
        switch message.stage {
        case .ended:
            return (.settled, [])
        case .leased where message.token == claim.token:
            return resume(claim, id, message, phone: &phone, limits: &limits, now: now)
        case .leased(let until) where until > now, .waiting(let until) where until > now:
            return (.leased(for: until - now), [])
        case .leased:
            return afterLease(claim, id, message, phone: &phone, now: now)
        case .waiting:
            return nextTry(claim, id, message, phone: &phone, limits: &limits, now: now)
        }
    }

    /// The claim was saved, its answer was lost, and its own worker asks again: nothing has left.
    ///
    /// However long the answer was lost, even longer than the lease: a worker that takes a message over leaves a token of
    /// its own.
    private func resume(
        _ claim: Claim, _ id: MessageID, _ message: MessageFacts, phone: inout PhoneState, limits: inout SharedCounts,
        now: Timestamp
    ) -> (Verdict, [RowChange]) {
        guard let live = phone.alive(id.verification, at: now) else {
            return dropped(claim, id, message, phone: &phone, limits: &limits, now: now)
        }
        return again(claim, id, message, live, phone: &phone, mayBeDuplicate: message.mayBeDuplicate, now: now)
    }

    /// The worker that held the lease is gone, or frozen; the SMS may or may not have left.
    private func afterLease(
        _ claim: Claim, _ id: MessageID, _ message: MessageFacts, phone: inout PhoneState, now: Timestamp
    ) -> (Verdict, [RowChange]) {
        let maySend = claim.rules.whenUnknown == .resend && !message.mayBeDuplicate && claim.request.deadline > now
        if maySend, let live = phone.awaiting(id, at: now) {
            return again(claim, id, message.nextTry, live, phone: &phone, mayBeDuplicate: true, now: now)
        }
        let change = message.ending(id, as: .unknown, reason: "lease-ended")
        return (.settled, [.updateMessage(change)])
    }

    private func nextTry(
        _ claim: Claim, _ id: MessageID, _ message: MessageFacts, phone: inout PhoneState, limits: inout SharedCounts,
        now: Timestamp
    ) -> (Verdict, [RowChange]) {
        guard claim.request.deadline > now, let live = phone.awaiting(id, at: now) else {
            return dropped(claim, id, message, phone: &phone, limits: &limits, now: now)
        }
        return again(
            claim, id, message.nextTry, live, phone: &phone, mayBeDuplicate: message.mayBeDuplicate, now: now)
    }

    /// The end of a message that is not tried again, because nobody would have any use for it.
    private func dropped(
        _ claim: Claim, _ id: MessageID, _ message: MessageFacts, phone: inout PhoneState, limits: inout SharedCounts,
        now: Timestamp
    ) -> (Verdict, [RowChange]) {
        let isInTime = claim.request.deadline > now
        let isAlive = phone.alive(id.verification, at: now) != nil
        let reason = !isInTime ? "deadline" : isAlive ? "superseded" : "verification-ended"
        let verdict: Verdict = isInTime ? .settled : .expired
        if message.mayBeDuplicate {
            return (verdict, [.updateMessage(message.ending(id, as: .unknown, reason: reason))])
        }
        let change = message.ending(id, as: .failed, reason: reason)
        let notSent = NotSent(
            message: id, request: claim.request, rules: claim.rules, spentAt: message.isFree ? nil : message.spentAt,
            reason: reason, status: isInTime ? .failed : .expired)
        let ended = giveBack(notSent, phone: &phone, limits: &limits)
        return (verdict, [.updateMessage(change)] + ended)
    }

    /// Leave to send now; the next request for the phone waits as long as after any other send.
    private func again(
        _ claim: Claim, _ id: MessageID, _ message: MessageFacts, _ live: LiveVerification, phone: inout PhoneState,
        mayBeDuplicate: Bool, now: Timestamp
    ) -> (Verdict, [RowChange]) {
        var live = live
        live.resendAfter = now + claim.rules.resendAfter
        phone.live = live
        let order = SendOrder(
            message: id, fence: message.fence + 1, tries: message.tries, spentAt: message.spentAt, lease: claim.lease,
            code: live.code,
            mayBeDuplicate: mayBeDuplicate, summary: claim.rules.summary(of: live, now: now), decidedAt: now)
        let change = MessageChange(
            id: id, stage: .leased(until: now + claim.lease), fence: order.fence, tries: order.tries,
            token: claim.token, mayBeDuplicate: mayBeDuplicate, isFree: message.isFree, spentAt: message.spentAt)
        return (.send(order), [.updateMessage(change)])
    }

    /// Undoes what a send took that definitely did not happen: its share of every limit, its place among the sends.
    ///
    /// A verification none of whose messages left ends here; one that a person already holds a code of goes on. Only the
    /// latest message opens the way for the next one at once: what an older one says, a newer one may have sent.
    package func giveBack(_ send: NotSent, phone: inout PhoneState, limits: inout SharedCounts) -> [RowChange] {
        if let spentAt = send.spentAt {
            phone.sends.takeBack(in: send.rules.sendsPerPhone, countedAt: spentAt)
            for limit in send.rules.sharedLimits(of: send.request) {
                limits.takeBack(limit, countedAt: spentAt)
            }
        }
        guard var live = phone.live, live.id == send.message.verification else { return [] }
        live.sends -= 1
        if live.messages == send.message.ordinal { live.resendAfter = nil }
        phone.live = live.sends > 0 ? live : nil
        return live.sends > 0 ? [] : [.endVerification(live.id, send.status, reason: send.reason)]
    }
}

extension PhoneState {
    fileprivate func alive(_ id: VerificationID, at now: Timestamp) -> LiveVerification? {
        live.flatMap { $0.id == id && $0.expiresAt > now ? $0 : nil }
    }

    /// The live verification, when this is its latest message; an older one would only repeat what the latest says.
    fileprivate func awaiting(_ id: MessageID, at now: Timestamp) -> LiveVerification? {
        alive(id.verification, at: now).flatMap { $0.messages == id.ordinal ? $0 : nil }
    }
}

extension MessageFacts {
    fileprivate var nextTry: MessageFacts {
        MessageFacts(
            ordinal: ordinal, stage: stage, fence: fence, tries: tries + 1, token: token,
            mayBeDuplicate: mayBeDuplicate, isFree: isFree, spentAt: spentAt)
    }

    fileprivate func ending(_ id: MessageID, as status: MessageStatus, reason: String) -> MessageChange {
        MessageChange(
            id: id, stage: .ended(status, reason: reason), fence: fence + 1, tries: tries,
            token: token, mayBeDuplicate: mayBeDuplicate, isFree: isFree, spentAt: spentAt)
    }
}
