/// Decides what follows from a gateway's answer.
package struct RetryPolicy: Sendable, Hashable {
    package let retrySchedule: RetrySchedule
    /// How many tries a message may have, the first included.
    package let maxTries: Int

    package init(retrySchedule: RetrySchedule = .standard, maxTries: Int = 6) {
        self.retrySchedule = retrySchedule
        self.maxTries = maxTries
    }

    /// Decides what to record of the send, and how its delivery leaves the worker.
    ///
    /// - Parameters:
    ///   - outcome: The gateway's answer.
    ///   - order: The try.
    ///   - claim: The request, and the rules that it was decided by.
    ///   - isRepeatable: Whether the gateway honours idempotency keys.
    ///   - language: The language of the text; nil when the worker wrote no text.
    /// - Returns: The outcome for the record, and the settlement with the answer for a caller who waits.
    package func next(
        after outcome: SendOutcome, of order: SendOrder, for claim: Claim, isRepeatable: Bool, language: LanguageTag?
    ) -> (outcome: SendRecord.Outcome, settlement: Settlement) {
        let (outcome, letter) = end(of: order, after: outcome, for: claim, isRepeatable: isRepeatable)
        let answer = outcome.answer(order, language: language)
        let settlement: Settlement =
            switch outcome {
            case .waiting(let delay, let reason), .waitingAfterUnknown(let delay, let reason):
                .retry(after: delay, because: reason, answer: answer)
            case .accepted, .unknown, .failed:
                if let letter { .deadLetter(letter, answer: answer) } else { .acknowledge(answer) }
            }
        return (outcome, settlement)
    }

    /// What is on record after the try, and why the request is dead-lettered, if it is.
    private func end(
        of order: SendOrder, after outcome: SendOutcome, for claim: Claim, isRepeatable: Bool
    ) -> (SendRecord.Outcome, DeadLetter?) {
        let deadline = claim.request.deadline
        return switch outcome {
        case .accepted(let id):
            (.accepted(gatewayID: id), nil)
        case .refused(let reason, .byThisGateway), .refused(let reason, .byEveryGateway):
            (order.notSent(reason), nil)
        case .refused(let reason, .forNow):
            tryAgain(order, reason: reason, earliest: nil, deadline: deadline)
        case .throttled(let after):
            tryAgain(order, reason: "throttled", earliest: after, deadline: deadline)
        case .unknown(let reason):
            (
                afterUnknown(
                    order, reason: reason, deadline: deadline, rules: claim.rules, isRepeatable: isRepeatable), nil
            )
        }
    }

    private func tryAgain(
        _ order: SendOrder, reason: String, earliest: Duration?, deadline: Timestamp
    ) -> (SendRecord.Outcome, DeadLetter?) {
        let delay = max(retrySchedule.delay(afterTries: order.tries), earliest ?? .zero)
        guard order.decidedAt + delay < deadline else { return (order.notSent("deadline"), nil) }
        guard order.tries < maxTries else {
            return (order.notSent(reason), DeadLetter(.outOfTries, detail: reason))
        }
        return (.waiting(delay, reason: reason), nil)
    }

    /// Decides when the worker cannot know whether the SMS left.
    ///
    /// If the gateway honours idempotency keys, another try makes no second SMS. If the app has said that it prefers a
    /// possible second SMS, there is another try once. Otherwise there is no other try.
    private func afterUnknown(
        _ order: SendOrder, reason: String, deadline: Timestamp, rules: SendingRules, isRepeatable: Bool
    ) -> SendRecord.Outcome {
        let delay = retrySchedule.delay(afterTries: order.tries)
        let isInTime = order.decidedAt + delay < deadline && order.tries < maxTries
        let isAllowed = isRepeatable || (rules.whenUnknown == .resend && !order.mayBeDuplicate)
        return isInTime && isAllowed ? .waitingAfterUnknown(delay, reason: reason) : .unknown(reason: reason)
    }
}

extension SendOrder {
    /// The outcome when this try did not leave: nothing left, unless an earlier try may have left.
    fileprivate func notSent(_ reason: String) -> SendRecord.Outcome {
        mayBeDuplicate ? .unknown(reason: reason) : .failed(reason: reason)
    }
}

extension SendRecord.Outcome {
    fileprivate func answer(_ order: SendOrder, language: LanguageTag?) -> RequestAnswer {
        let language = language?.description
        return switch self {
        case .accepted: .sent(order.summary, message: .accepted, language: language)
        case .unknown: .sent(order.summary, message: .unknown, language: language)
        case .waiting, .waitingAfterUnknown: .retrying(order.summary)
        // An earlier message brought the code, and the code is still good.
        case .failed where order.message.ordinal > 1:
            .sent(order.summaryWithoutSend, message: .failed, language: language)
        case .failed(let reason): .failed(reason: reason)
        }
    }
}
