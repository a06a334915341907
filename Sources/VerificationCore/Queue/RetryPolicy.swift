/// Decides what follows from a gateway's answer.
package struct RetryPolicy: Sendable, Hashable {
    package let ladder: RetryLadder
    /// How many tries a message may have, the first included.
    package let maxTries: Int

    package init(ladder: RetryLadder = .standard, maxTries: Int = 6) {
        self.ladder = ladder
        self.maxTries = maxTries
    }

    /// Decides what to record of the send, and how its delivery leaves the worker.
    ///
    /// `isRepeatable`: whether the gateway honours idempotency keys.
    package func next(
        after outcome: SendOutcome, of order: SendOrder, for claim: Claim, isRepeatable: Bool
    ) -> (outcome: SendRecord.Outcome, settlement: Settlement) {
        let deadline = claim.request.deadline
        return switch outcome {
        case .accepted(let id):
            (.accepted(gatewayID: id), .acknowledge)
        case .refused(let reason, .byThisGateway), .refused(let reason, .byEveryGateway):
            (order.notSent(reason), .acknowledge)
        case .refused(let reason, .forNow):
            tryAgain(order, reason: reason, earliest: nil, deadline: deadline)
        case .throttled(let after):
            tryAgain(order, reason: "throttled", earliest: after, deadline: deadline)
        case .unknown(let reason):
            afterUnknown(order, reason: reason, deadline: deadline, rules: claim.rules, isRepeatable: isRepeatable)
        }
    }

    private func tryAgain(
        _ order: SendOrder, reason: String, earliest: Duration?, deadline: Timestamp
    ) -> (SendRecord.Outcome, Settlement) {
        let delay = max(ladder.delay(afterTries: order.tries), earliest ?? .zero)
        guard order.decidedAt + delay < deadline else { return (order.notSent("deadline"), .acknowledge) }
        guard order.tries < maxTries else {
            return (order.notSent(reason), .dead(DeadLetter(.outOfTries, detail: reason)))
        }
        return (.waiting(delay, reason: reason), .again(after: delay, because: reason))
    }

    /// Decides when the worker cannot know whether the SMS left.
    ///
    /// If the gateway honours idempotency keys, another try makes no second SMS. If the app has said that it prefers a
    /// possible second SMS, there is another try once. Otherwise there is no other try.
    private func afterUnknown(
        _ order: SendOrder, reason: String, deadline: Timestamp, rules: SendingRules, isRepeatable: Bool
    ) -> (SendRecord.Outcome, Settlement) {
        let delay = ladder.delay(afterTries: order.tries)
        let isInTime = order.decidedAt + delay < deadline && order.tries < maxTries
        let isAllowed = isRepeatable || (rules.whenUnknown == .resend && !order.mayBeDuplicate)
        guard isInTime, isAllowed else { return (.unknown(reason: reason), .acknowledge) }
        return (.waitingAfterUnknown(delay, reason: reason), .again(after: delay, because: reason))
    }
}

extension SendOrder {
    /// The outcome when this try did not leave: nothing left, unless an earlier try may have left.
    fileprivate func notSent(_ reason: String) -> SendRecord.Outcome {
        mayBeDuplicate ? .unknown(reason: reason) : .failed(reason: reason)
    }
}
