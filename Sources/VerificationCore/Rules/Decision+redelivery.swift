/// Decides a request that is on record: delivered again, published twice, or back from a retry queue.
///
/// The worker that holds the lease may be sending at this moment, so no other worker touches the message. A message
/// that waits for its next try is tried again when it is due. When a lease ends without an outcome, no worker can know
/// whether the SMS left. Then the app's `whenUnknown` decides.
extension Decision {
    mutating func again(_ seen: SeenRequest) -> Verdict {
        if let phone = seen.phone, phone != request.phoneKey { return .idReused }
        guard let message = seen.message else { return .known }
        let id = MessageID(verification: seen.verification, ordinal: message.ordinal)
        switch message.stage {
        case .ended:
            return .known
        case .leased where message.token == claim.token:
            return resume(id, with: message)
        case .leased(let until) where until > now, .waiting(let until) where until > now:
            return .leased(for: until - now)
        case .leased:
            return afterLease(id, with: message)
        case .waiting:
            return nextTry(id, with: message)
        }
    }

    /// Goes on with a claim whose answer was lost: the same worker asks again, so nothing has left.
    ///
    /// The lease may have ended meanwhile. The token shows that no other worker has taken the message over. After the
    /// deadline, or when an operator has blocked the number since, nothing is sent.
    private mutating func resume(_ id: MessageID, with message: MessageFacts) -> Verdict {
        guard isInTime, !isBlocked(message), let live = phone.alive(id.verification, at: now) else {
            return drop(id, with: message)
        }
        return lease(id, of: message, live: live)
    }

    /// Decides when a lease ended without an outcome: its worker is dead or frozen, and the SMS may have left.
    private mutating func afterLease(_ id: MessageID, with message: MessageFacts) -> Verdict {
        let maySend = rules.whenUnknown == .resend && !message.mayBeDuplicate && isInTime && !isBlocked(message)
        if maySend, let live = phone.awaiting(id, at: now) {
            var next = message.nextTry
            next.mayBeDuplicate = true
            return lease(id, of: next, live: live)
        }
        end(id, with: message, as: .unknown, reason: "lease-ended")
        return .known
    }

    private mutating func nextTry(_ id: MessageID, with message: MessageFacts) -> Verdict {
        guard isInTime, !isBlocked(message), let live = phone.awaiting(id, at: now) else {
            return drop(id, with: message)
        }
        return lease(id, of: message.nextTry, live: live)
    }

    /// Whether an operator has blocked the phone or the address while the message waited.
    private func isBlocked(_ message: MessageFacts) -> Bool { claim.isBlocked && !message.isForTestNumber }

    /// Ends a message that is not tried again, because the person has no use for it any more.
    private mutating func drop(_ id: MessageID, with message: MessageFacts) -> Verdict {
        let isAlive = phone.alive(id.verification, at: now) != nil
        let reason =
            !isInTime ? "deadline" : !isAlive ? "verification-ended" : isBlocked(message) ? "blocked" : "superseded"
        if message.mayBeDuplicate {
            end(id, with: message, as: .unknown, reason: reason)
        } else {
            end(id, with: message, as: .failed, reason: reason)
            let send = NotSent(
                message: id, request: request, rules: rules, spentAt: message.isForTestNumber ? nil : message.spentAt,
                reason: reason, status: isInTime ? .failed : .expired)
            changes += send.takeBack(from: &phone, &limits)
        }
        return isInTime ? .known : .expired
    }

    private mutating func end(_ id: MessageID, with message: MessageFacts, as status: MessageStatus, reason: String) {
        var ended = message
        ended.stage = .ended
        ended.fence += 1
        changes.append(.updateMessage(MessageChange(id: id, facts: ended, status: status, reason: reason)))
    }

    /// Orders the worker to send now.
    ///
    /// The next request for the phone waits for `resendAfter`, as after any other send.
    private mutating func lease(_ id: MessageID, of message: MessageFacts, live: LiveVerification) -> Verdict {
        var live = live
        live.resendAfter = now + rules.resendAfter
        phone.live = live
        var leased = message
        leased.stage = .leased(until: now + claim.lease)
        leased.fence += 1
        leased.token = claim.token
        changes.append(.updateMessage(MessageChange(id: id, facts: leased, status: .sending, reason: nil)))
        return .send(
            SendOrder(
                message: id, fence: leased.fence, tries: leased.tries, spentAt: leased.spentAt, lease: claim.lease,
                code: live.code, mayBeDuplicate: leased.mayBeDuplicate, mayBeAt: leased.mayBeAt,
                earlier: earlier(than: id, live.code, mayBeDuplicate: leased.mayBeDuplicate),
                summary: rules.summary(of: live, now: now), decidedAt: now))
    }
}

extension PhoneState {
    fileprivate func alive(_ id: VerificationID, at now: Timestamp) -> LiveVerification? {
        live.flatMap { $0.id == id && $0.expiresAt > now ? $0 : nil }
    }

    /// The live verification, if this is its latest message.
    ///
    /// An older message would only repeat what the latest message says.
    fileprivate func awaiting(_ id: MessageID, at now: Timestamp) -> LiveVerification? {
        alive(id.verification, at: now).flatMap { $0.messages == id.ordinal ? $0 : nil }
    }
}

extension MessageFacts {
    fileprivate var nextTry: MessageFacts {
        var next = self
        next.tries += 1
        return next
    }
}
