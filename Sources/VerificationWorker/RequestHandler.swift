import Logging
import VerificationCore

/// Handles one request from the queue; the path that every message takes, in order.
package struct RequestHandler: Sendable {
    let parts: WorkerParts
    let settings: WorkerSettings
    let gate: StoreGate
    let calls: GatewayCalls
    let logger: Logger
    let metrics = WorkerMetrics()

    /// Whatever happens, the delivery leaves in exactly one way.
    ///
    /// A worker that stops lets go of what it has not claimed, and goes on with what it has.
    func handle(_ delivery: RequestDelivery) async -> Handled {
        do {
            let (request, app) = try await read(delivery)
            let claim = makeClaim(request, app)
            // Its claim's token is this handling's alone, so a worker that did not begin the call keeps the right to it.
            var patience = StoreGate.Patience.untilStop
            while true {
                if let handled = try await attempt(claim, app, patience) { return handled }
                patience = .untilCancelled
            }
        } catch let letter as DeadLetter {
            metrics.dead(letter.reason)
            return Handled(.dead(letter))
        } catch let trouble as HeldUp {
            return putBack(delivery, trouble)
        } catch {
            return .abandoned
        }
    }

    /// The five steps; nil when the lease was nearly over before the call could begin, so that the claim is made again.
    ///
    /// `patience`: a worker that stops begins no claim, but goes on with its own.
    private func attempt(
        _ claim: Claim, _ app: App, _ patience: StoreGate.Patience
    ) async throws -> Handled? {
        var permit = claim.testNumber == nil ? try await parts.routes.permit(for: claim.request.phone) : nil
        defer { permit?.release() }

        let (verdict, askedAt) = try await decide(claim, patience)  // 1 claim, 2 verdict
        guard case .send(let order) = verdict else { return try settle(verdict) }
        let code = code(order, claim)
        let message = write(order, code, claim, app)  // 3
        guard code != nil else { return try await putOff(message, order, claim) }
        if let test = claim.testNumber, order.code.isFixed { return try await pretend(test, message, order, claim) }
        // A test number that is none any more is a number like any other.
        if permit == nil { permit = try await parts.routes.permit(for: claim.request.phone) }
        guard let gateway = permit?.gateway else { return .abandoned }
        let isInTime = ContinuousClock.now + settings.gatewayDeadline < askedAt + order.lease
        guard isInTime else { return nil }
        let outcome = await send(message, through: gateway)  // 4
        return try await record(outcome, of: message, order, claim, gateway: gateway)  // 5
    }

    /// From now on nothing is claimed: whoever waits for a place at the gateway or for the store gives up.
    func stopClaiming() {
        gate.stop()
        parts.routes.turnAway()
    }

    /// A message that is not a request, or is for nobody we know, is put aside at first sight.
    private func read(_ delivery: RequestDelivery) async throws -> (VerificationRequest, App) {
        let request = try RequestCodec.decode(delivery, phones: parts.phones, keys: parts.keys)
        let app = try await gate.answer(.untilStop) { () throws(StoreProblem) in try await parts.apps.app(request.app) }
        guard let app else { throw DeadLetter(.unknownApp) }
        return (request, app)
    }

    /// Others go on; this request looks again a rung later, and is put aside when nobody would send it any more.
    ///
    /// No try of it is used up, for none was begun. A lock ends by itself, and then the rules tell what is too late.
    private func putBack(_ delivery: RequestDelivery, _ trouble: HeldUp) -> Handled {
        let request = try? RequestCodec.decode(delivery, phones: parts.phones, keys: parts.keys)
        guard let detail = trouble.detail, let request, request.deadline <= parts.now() else {
            return Handled(.again(after: parts.retries.ladder.delay(afterTries: 1), because: trouble.reason))
        }
        metrics.dead(.internalError)
        return Handled(.dead(DeadLetter(.internalError, detail: detail)))
    }

    private func makeClaim(_ request: VerificationRequest, _ app: App) -> Claim {
        // Every number that is known, be it over: only the store's clock says whether it is still a test number.
        let test = app.testNumbers[request.phone.e164]
        return Claim(
            request: request, rules: app.rules, testNumber: test, codeKey: parts.keys.currentName,
            lease: settings.lease, token: parts.random())
    }

    /// The lease begins when the store decides, which is not before it was asked; the time it was away does not count.
    private func decide(
        _ claim: Claim, _ patience: StoreGate.Patience
    ) async throws -> (verdict: Verdict, askedAt: ContinuousClock.Instant) {
        let answer = try await gate.answer(patience) { () throws(StoreProblem) in
            let askedAt = ContinuousClock.now
            return (verdict: try await parts.store.claim(claim), askedAt: askedAt)
        }
        // Test numbers are in no statistics.
        if claim.testNumber == nil || answer.verdict.isRealSend { metrics.count(answer.verdict) }
        return answer
    }

    /// How a request leaves that is not sent.
    private func settle(_ verdict: Verdict) throws -> Handled {
        switch verdict {
        case .duplicate(let summary): Handled(.acknowledge, .duplicate(summary))
        case .limited(let reached): Handled(.acknowledge, .limited(reached))
        case .refused(let reason): Handled(.acknowledge, .refused(reason))
        case .expired: Handled(.acknowledge, .expired)
        case .leased(let wait): Handled(.again(after: wait), .known)
        case .settled, .send: Handled(.acknowledge, .known)
        case .keyReused: Handled(.acknowledge, .keyReused)
        case .idReused: throw DeadLetter(.idReused)
        case .idAhead: throw DeadLetter(.invalidMember, detail: "verificationId: ahead-of-time")
        }
    }

    private func write(_ order: SendOrder, _ code: String?, _ claim: Claim, _ app: App) -> OutgoingMessage {
        let request = claim.request
        // What a message without its code would cost is recorded with it, like that of any other.
        let code = code ?? String(repeating: "0", count: order.code.digits)
        let life = order.summary.expiresAt - order.decidedAt
        let text = parts.writer.write(
            in: app.style, code: code, minutes: MessageWriter.minutes(remaining: life), language: request.language,
            autofill: request.autofill)
        return OutgoingMessage(
            id: order.message, phone: request.phone, text: text, code: code, validFor: life,
            mayBeDuplicate: order.mayBeDuplicate)
    }

    /// Nil when this worker's ring lacks the key.
    private func code(_ order: SendOrder, _ claim: Claim) -> String? {
        guard order.code.isFixed else { return parts.keys.code(order.code, of: order.message.verification) }
        return claim.testNumber.flatMap {
            parts.keys.open($0.code, of: claim.request.phone.e164, app: claim.request.app)
        }
    }

    /// A worker that lacks the key calls nobody: another may have it, or this one when it is started again.
    private func putOff(_ message: OutgoingMessage, _ order: SendOrder, _ claim: Claim) async throws -> Handled {
        let next = parts.retries.next(
            after: .refused(reason: "code-key-missing", mayRetry: true), of: order, deadline: claim.request.deadline,
            rules: claim.rules)
        return try await record(next.outcome, next.settlement, of: message, order, claim, gateway: "none")
    }

    /// What a test number gets instead of a call to a gateway.
    private func pretend(
        _ test: TestNumber, _ message: OutgoingMessage, _ order: SendOrder, _ claim: Claim
    ) async throws -> Handled {
        let (outcome, settlement) = test.outcome(of: order, ladder: parts.retries.ladder)
        return try await record(outcome, settlement, of: message, order, claim, gateway: "test-number")
    }

    /// The one irreversible act.
    ///
    /// It begins only while the lease is longer than it may take: another worker may take the message over afterwards.
    private func send(_ message: OutgoingMessage, through gateway: any SMSGateway) async -> SendOutcome {
        let startedAt = ContinuousClock.now
        let outcome = await calls.send(message, through: gateway, within: settings.gatewayDeadline)
        metrics.count(outcome, took: .now - startedAt)
        return outcome
    }

    private func record(
        _ outcome: SendOutcome, of message: OutgoingMessage, _ order: SendOrder, _ claim: Claim,
        gateway: any SMSGateway
    ) async throws -> Handled {
        let next = parts.retries.next(
            after: outcome, of: order, deadline: claim.request.deadline, rules: claim.rules,
            isRepeatable: gateway.honorsIdempotencyKeys)
        return try await record(next.outcome, next.settlement, of: message, order, claim, gateway: gateway.name)
    }

    private func record(
        _ outcome: SendRecord.Outcome, _ settlement: Settlement, of message: OutgoingMessage, _ order: SendOrder,
        _ claim: Claim, gateway: String
    ) async throws -> Handled {
        let record = SendRecord(
            order: order, request: claim.request, rules: claim.rules, gateway: gateway, text: message.text,
            outcome: outcome)
        let isOurs = try await save(record)
        // Another worker took the message over while this one was away; what it finds on record decides.
        guard isOurs else { return Handled(.again(after: settings.lease)) }
        return Handled(settlement, outcome.answer(order, language: message.text.language))
    }
}

extension RequestHandler {
    /// Waits for whoever holds a lock on the message: the outcome has no other place to go.
    private func save(_ record: SendRecord) async throws -> Bool {
        while true {
            do {
                return try await gate.answer(.untilCancelled) { () throws(StoreProblem) in
                    try await parts.store.record(record)
                }
            } catch let trouble as HeldUp where trouble.detail == nil {
                try await Task.sleep(for: settings.storeProbe)
            } catch {
                tell(of: error, record)
                throw error
            }
        }
    }

    /// What was sent has no other trace than this line, until its lease is over and it counts as unknown.
    private func tell(of error: any Error, _ record: SendRecord) {
        let reason =
            switch error {
            case let trouble as HeldUp: trouble.detail
            case let letter as DeadLetter: letter.detail
            case _: "the worker stops before the database answers"
            }
        logger.error(
            "an outcome cannot be recorded",
            metadata: ["verification": "\(record.order.message.verification)", "problem": "\(reason ?? "")"])
    }
}

extension Verdict {
    fileprivate var isRealSend: Bool {
        guard case .send(let order) = self else { return false }
        return !order.code.isFixed
    }
}

extension SendRecord.Outcome {
    fileprivate func answer(_ order: SendOrder, language: LanguageTag) -> RequestAnswer {
        switch self {
        case .accepted: .sent(order.summary, message: .accepted, language: language.description)
        case .unknown: .sent(order.summary, message: .unknown, language: language.description)
        case .undelivered: .sent(order.summary, message: .undelivered, language: language.description)
        case .waiting, .waitingAfterUnknown: .retrying(order.summary)
        // The code that an earlier message has brought is alive all the same.
        case .failed where order.message.ordinal > 1:
            .sent(order.summaryWithoutSend, message: .failed, language: language.description)
        case .failed(let reason): .failed(reason: reason)
        }
    }
}
