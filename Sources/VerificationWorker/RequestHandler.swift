import Logging
import VerificationCore

/// Handles one request from the queue; the path that every message takes, in order.
package struct RequestHandler: Sendable {
    let parts: WorkerParts
    let settings: WorkerTimes
    let gate: StoreGate
    let calls: GatewayCalls
    let logger: Logger
    let metrics = WorkerMetrics()

    /// Whatever happens, the delivery leaves in exactly one way.
    ///
    /// A worker that stops lets go of what it has not claimed, and goes on with what it has.
    func handle(_ delivery: RequestDelivery) async -> Handled {
        do throws(Undone) {
            let work = try await read(delivery)
            // Its claim's token is this handling's alone, so a worker that did not begin the call keeps the right to it.
            var patience = StoreGate.Patience.untilStop
            while true {
                if let handled = try await attempt(work, patience) { return handled }
                patience = .untilCancelled
            }
        } catch {
            return leave(delivery, undone: error)
        }
    }

    /// The five steps; nil when the lease was nearly over before the call could begin, so that the claim is made again.
    ///
    /// `patience`: a worker that stops begins no claim, but goes on with its own.
    private func attempt(_ work: Work, _ patience: StoreGate.Patience) async throws(Undone) -> Handled? {
        let held = try await place(for: work)
        defer { held?.release() }

        let (verdict, askedAt) = try await decide(work.claim, patience)  // 1 claim, 2 verdict
        guard case .send(let order) = verdict else { return try settle(verdict) }
        let attempt = Try(work: work, order: order)
        guard let message = write(attempt) else { return try await putOff(attempt) }  // 3 write
        let place = try await place(for: attempt, held)
        defer { place.release() }
        let isInTime = ContinuousClock.now + settings.gatewayDeadline < askedAt + order.lease
        guard isInTime else { return nil }
        let outcome = await send(message, of: attempt, through: place)  // 4 send
        return try await record(outcome, of: attempt, message, through: place.gateway)  // 5 record
    }

    /// From now on nothing is claimed: whoever waits for a place at the gateway or for the store gives up.
    func stopClaiming() {
        gate.stop()
        parts.routes.turnAway()
    }

    /// A message that is not a request, or is for an app that nobody knows, is put aside at first sight.
    private func read(_ delivery: RequestDelivery) async throws(Undone) -> Work {
        let request = try decode(delivery)
        let app = try await gate.answer(.untilStop) { () throws(StoreProblem) in try await parts.apps.app(request.app) }
        guard let app else { throw .dead(DeadLetter(.unknownApp)) }
        return Work(claim: makeClaim(request, app), app: app, trace: delivery.properties.context)
    }

    private func decode(_ delivery: RequestDelivery) throws(Undone) -> VerificationRequest {
        do {
            return try RequestCodec.decode(delivery, phones: parts.phones, keys: parts.keys)
        } catch {
            throw .dead(error)
        }
    }

    private func leave(_ delivery: RequestDelivery, undone: Undone) -> Handled {
        switch undone {
        case .dead(let letter):
            metrics.dead(letter.reason)
            return Handled(.dead(letter))
        case .heldUp(let trouble): return putBack(delivery, trouble)
        case .stopped: return .abandoned
        }
    }

    /// Others go on; this request looks again a rung later, and is put aside when nobody would send it any more.
    ///
    /// No try of it is used up, for none was begun. A lock ends by itself, and then the rules tell what is too late.
    private func putBack(_ delivery: RequestDelivery, _ trouble: Undone.HeldUp) -> Handled {
        let deadline = (try? decode(delivery))?.deadline
        guard let detail = trouble.detail, let deadline, deadline <= parts.now() else {
            return Handled(.again(after: parts.retries.ladder.delay(afterTries: 1), because: trouble.reason))
        }
        return leave(delivery, undone: .dead(DeadLetter(.internalError, detail: detail)))
    }

    private func makeClaim(_ request: VerificationRequest, _ app: App) -> Claim {
        // Also a test number that seems to be over: only the store's clock can tell.
        let test = app.testNumbers[request.phone.e164]
        return Claim(
            request: request, rules: app.rules, testNumber: test, codeKey: parts.keys.currentName,
            lease: settings.lease, token: parts.random())
    }

    /// Waits for a place at the gateway before the claim, so that nothing but the call lies between the two.
    ///
    /// Nil for a test number, which needs no place.
    private func place(for work: Work) async throws(Undone) -> GatewayPermit? {
        guard work.claim.testNumber == nil else { return nil }
        return try await place(for: work.request)
    }

    /// A number that was a test number when it was claimed may be a number like any other by the store's clock.
    private func place(for attempt: Try, _ held: GatewayPermit?) async throws(Undone) -> GatewayPermit {
        if let test = attempt.testNumber {
            return GatewayPermit(
                gateway: TestNumberGateway(scenario: test.scenario, tries: attempt.order.tries), onRelease: {})
        }
        if let held { return held }
        return try await place(for: attempt.work.request)
    }

    private func place(for request: VerificationRequest) async throws(Undone) -> GatewayPermit {
        do {
            return try await parts.routes.permit(for: request.phone, of: request.app)
        } catch {
            throw .stopped
        }
    }

    /// The lease begins when the store decides, which is not before it was asked; the time it was away does not count.
    private func decide(
        _ claim: Claim, _ patience: StoreGate.Patience
    ) async throws(Undone) -> (verdict: Verdict, askedAt: ContinuousClock.Instant) {
        let answer = try await gate.answer(patience) { () throws(StoreProblem) in
            let askedAt = ContinuousClock.now
            return (verdict: try await parts.store.claim(claim), askedAt: askedAt)
        }
        // Test numbers are in no statistics.
        if claim.testNumber == nil || answer.verdict.isRealSend { metrics.count(answer.verdict) }
        return answer
    }

    /// How a request leaves that is not sent.
    private func settle(_ verdict: Verdict) throws(Undone) -> Handled {
        switch verdict {
        case .duplicate(let summary): Handled(.acknowledge, .duplicate(summary))
        case .limited(let reached): Handled(.acknowledge, .limited(reached))
        case .refused(let reason): Handled(.acknowledge, .refused(reason))
        case .expired: Handled(.acknowledge, .expired)
        case .leased(let wait): Handled(.again(after: wait), .known)
        case .settled, .send: Handled(.acknowledge, .known)
        case .keyReused: Handled(.acknowledge, .keyReused)
        case .idReused: throw .dead(DeadLetter(.idReused))
        case .idAhead: throw .dead(DeadLetter(.invalidMember, detail: "verificationId: ahead-of-time"))
        }
    }

    /// Nil when this worker's ring lacks the key of the code.
    private func write(_ attempt: Try) -> OutgoingMessage? {
        guard let code = code(of: attempt) else { return nil }
        let (order, request, app) = (attempt.order, attempt.claim.request, attempt.work.app)
        let life = order.summary.expiresAt - order.decidedAt
        let text = parts.writer.write(
            in: app.style, code: code, minutes: MessageWriter.minutes(remaining: life), language: request.language,
            autofill: request.autofill)
        return OutgoingMessage(
            id: order.message, phone: request.phone, text: text, code: code, validFor: life,
            mayBeDuplicate: order.mayBeDuplicate, traceContext: attempt.work.trace)
    }

    private func code(of attempt: Try) -> String? {
        let request = attempt.claim.request
        switch attempt.order.code {
        case .made(let recipe): return parts.keys.code(recipe, of: attempt.order.message.verification)
        case .fixed:
            return attempt.testNumber.flatMap { parts.keys.open($0.code, of: request.phone.e164, app: request.app) }
        }
    }

    /// A worker that lacks the key calls no gateway: another worker may have the key, or this worker after a restart.
    private func putOff(_ attempt: Try) async throws(Undone) -> Handled {
        try await record(.refused(reason: "code-key-missing", mayRetry: true), of: attempt)
    }

    /// The one irreversible act; afterwards its place is free for the next message.
    ///
    /// It begins only while the lease is longer than it may take: another worker may take the message over afterwards.
    private func send(_ message: OutgoingMessage, of attempt: Try, through place: GatewayPermit) async -> SendOutcome {
        let startedAt = ContinuousClock.now
        let outcome = await calls.send(message, through: place.gateway, within: settings.gatewayDeadline)
        place.release()
        // Test numbers are in no statistics.
        if attempt.testNumber == nil { metrics.count(outcome, took: .now - startedAt) }
        return outcome
    }

    /// `message` and `gateway`: nil when no gateway was called.
    private func record(
        _ outcome: SendOutcome, of attempt: Try, _ message: OutgoingMessage? = nil,
        through gateway: (any SMSGateway)? = nil
    ) async throws(Undone) -> Handled {
        let (order, claim) = (attempt.order, attempt.claim)
        let next = parts.retries.next(
            after: outcome, of: order, for: claim, isRepeatable: gateway?.honorsIdempotencyKeys ?? false)
        let record = SendRecord(
            order: order, request: claim.request, rules: claim.rules, gateway: gateway?.name ?? "none",
            text: message?.text, outcome: next.outcome)
        // Another worker took the message over while this one was away; what it finds on record decides.
        guard try await save(record) else { return Handled(.again(after: settings.lease)) }
        return Handled(next.settlement, next.outcome.answer(order, language: message?.text.language))
    }
}

extension RequestHandler {
    /// Waits for whoever holds a lock on the message: the outcome has no other place to go.
    private func save(_ record: SendRecord) async throws(Undone) -> Bool {
        while true {
            do throws(Undone) {
                return try await gate.answer(.untilCancelled) { () throws(StoreProblem) in
                    try await parts.store.record(record)
                }
            } catch {
                if case .heldUp(let trouble) = error, trouble.detail == nil, await storeProbeIsOver() { continue }
                tell(of: error, record)
                throw error
            }
        }
    }

    /// False when the worker stops first.
    private func storeProbeIsOver() async -> Bool {
        do { try await Task.sleep(for: settings.storeProbe) } catch { return false }
        return true
    }

    /// What was sent has no other trace than this line, until its lease is over and it counts as unknown.
    private func tell(of error: Undone, _ record: SendRecord) {
        let reason =
            switch error {
            case .heldUp(let trouble): trouble.detail
            case .dead(let letter): letter.detail
            case .stopped: "the worker stops before the database answers"
            }
        logger.error(
            "an outcome cannot be recorded",
            metadata: [LogKeys.verification: "\(record.order.message.verification)", LogKeys.error: "\(reason ?? "")"])
    }
}

extension Verdict {
    fileprivate var isRealSend: Bool {
        guard case .send(let order) = self else { return false }
        return !order.code.isFixed
    }
}

extension SendRecord.Outcome {
    fileprivate func answer(_ order: SendOrder, language: LanguageTag?) -> RequestAnswer {
        let language = language?.description
        return switch self {
        case .accepted: .sent(order.summary, message: .accepted, language: language)
        case .unknown: .sent(order.summary, message: .unknown, language: language)
        case .undelivered: .sent(order.summary, message: .undelivered, language: language)
        case .waiting, .waitingAfterUnknown: .retrying(order.summary)
        // The code that an earlier message has brought is alive all the same.
        case .failed where order.message.ordinal > 1:
            .sent(order.summaryWithoutSend, message: .failed, language: language)
        case .failed(let reason): .failed(reason: reason)
        }
    }
}
