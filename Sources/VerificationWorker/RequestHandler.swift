import Logging
import VerificationCore

/// Handles one request from the queue: the steps that every request takes, in order.
package struct RequestHandler: Sendable {
    let ports: WorkerPorts
    let settings: WorkerTimes
    let gate: StoreGate
    let calls: GatewayCalls
    let logger: Logger
    let metrics = WorkerMetrics()

    /// Whatever happens, the delivery leaves in exactly one way.
    ///
    /// A worker that stops gives up a request that it has not claimed, and finishes a request that it has claimed.
    func handle(_ delivery: RequestDelivery) async -> Handled {
        do throws(Undone) {
            let work = try await read(delivery)
            // Only this handling knows the claim's token, so it may claim again as long as it has not begun the call.
            var patience = StoreGate.Patience.untilStop
            while true {
                if let handled = try await serve(work, patience) { return handled }
                patience = .untilCancelled
            }
        } catch {
            return leave(delivery, after: error)
        }
    }

    /// The five steps; nil when the lease is too short for the call, so that `handle` claims again.
    ///
    /// Example: a deadline of 10 s makes a lease of 15 s. Then the call begins within 5 s of the claim, or not at all.
    ///
    /// `patience`: a worker that stops makes no first claim, but repeats a claim of its own.
    private func serve(_ work: Work, _ patience: StoreGate.Patience) async throws(Undone) -> Handled? {
        let early = try await earlyPlace(for: work)
        defer { early?.release() }

        let (verdict, askedAt) = try await decide(work.claim, patience)  // 1 claim, 2 verdict
        guard case .send(let order) = verdict else { return try leave(after: verdict) }
        let attempt = Attempt(work: work, order: order)
        guard let message = write(attempt) else { return try await putOff(attempt) }  // 3 write
        let place = try await place(for: attempt, early)
        defer { place.release() }
        let isInTime = ContinuousClock.now + settings.gatewayDeadline < askedAt + order.lease
        guard isInTime else { return nil }
        let outcome = await send(message, of: attempt, through: place)  // 4 send
        return try await record(outcome, of: attempt, message, through: place.gateway)  // 5 record
    }

    /// From now on the worker claims nothing: requests that wait for a place at the gateway or for the store give up.
    func stopClaiming() {
        gate.stop()
        ports.routes.turnAway()
    }

    /// Reads a delivery; a message that is no request, or names an unknown app, is put aside at once.
    private func read(_ delivery: RequestDelivery) async throws(Undone) -> Work {
        let request = try decode(delivery)
        let app = try await gate.answer(.untilStop) { () throws(StoreProblem) in try await ports.apps.app(request.app) }
        guard let app else { throw .dead(DeadLetter(.unknownApp)) }
        return Work(claim: makeClaim(request, app), app: app, trace: delivery.properties.context)
    }

    private func decode(_ delivery: RequestDelivery) throws(Undone) -> VerificationRequest {
        do {
            return try RequestCodec.decode(delivery, phones: ports.phones, keys: ports.keys)
        } catch {
            throw .dead(error)
        }
    }

    private func leave(_ delivery: RequestDelivery, after undone: Undone) -> Handled {
        switch undone {
        case .dead(let letter):
            metrics.dead(letter.reason)
            return Handled(.dead(letter))
        case .heldUp(let trouble): return putBack(delivery, trouble)
        case .stopped: return .abandoned
        }
    }

    /// Puts one request on the ladder's first rung, while other requests go on; it uses up no try.
    ///
    /// A lock ends by itself; then the rules decide whether the request is too late. A request that needs unreadable
    /// rows is put aside after its deadline.
    private func putBack(_ delivery: RequestDelivery, _ trouble: Undone.HeldUp) -> Handled {
        let deadline = (try? decode(delivery))?.deadline
        guard let detail = trouble.detail, let deadline, deadline <= ports.now() else {
            return Handled(.again(after: ports.retries.ladder.delay(afterTries: 1), because: trouble.reason))
        }
        return leave(delivery, after: .dead(DeadLetter(.internalError, detail: detail)))
    }

    private func makeClaim(_ request: VerificationRequest, _ app: App) -> Claim {
        // Also a test number that is over by this host's clock: only the store's clock decides.
        let test = app.testNumbers[request.phone.e164]
        return Claim(
            request: request, rules: app.rules, testNumber: test, codeKey: ports.keys.currentName,
            lease: settings.lease, token: ports.random())
    }

    /// Waits for a place at the gateway before the claim, so that the call can follow the claim at once.
    ///
    /// Nil for a test number, which needs no place.
    private func earlyPlace(for work: Work) async throws(Undone) -> GatewayPermit? {
        guard work.claim.testNumber == nil else { return nil }
        return try await freePlace(for: work.request)
    }

    /// The place for the call: a test number's own gateway, the place taken before the claim, or a new place.
    ///
    /// A new place is for a number that the app lists as a test number, but that is over by the store's clock.
    private func place(for attempt: Attempt, _ early: GatewayPermit?) async throws(Undone) -> GatewayPermit {
        if let test = attempt.testNumber {
            return GatewayPermit(
                gateway: TestNumberGateway(scenario: test.scenario, tries: attempt.order.tries), onRelease: {})
        }
        if let early { return early }
        return try await freePlace(for: attempt.work.request)
    }

    private func freePlace(for request: VerificationRequest) async throws(Undone) -> GatewayPermit {
        do {
            return try await ports.routes.permit(for: request.phone, of: request.app)
        } catch {
            throw .stopped
        }
    }

    /// Asks the store for the verdict; `askedAt` is when the worker put the question that the store answered.
    ///
    /// The lease begins when the store decides, so never before `askedAt`. Example: the database is away for 20 s; the
    /// lease counts from the last question, not from the first.
    private func decide(
        _ claim: Claim, _ patience: StoreGate.Patience
    ) async throws(Undone) -> (verdict: Verdict, askedAt: ContinuousClock.Instant) {
        let answer = try await gate.answer(patience) { () throws(StoreProblem) in
            let askedAt = ContinuousClock.now
            return (verdict: try await ports.store.claim(claim), askedAt: askedAt)
        }
        // Test numbers are in no statistics.
        if claim.testNumber == nil || answer.verdict.isRealSend { metrics.count(answer.verdict) }
        return answer
    }

    /// How a request leaves when the verdict is not to send.
    private func leave(after verdict: Verdict) throws(Undone) -> Handled {
        switch verdict {
        case .duplicate(let summary): Handled(.acknowledge, .duplicate(summary))
        case .limited(let reached): Handled(.acknowledge, .limited(reached))
        case .refused(let reason): Handled(.acknowledge, .refused(reason))
        case .expired: Handled(.acknowledge, .expired)
        case .leased(let wait): Handled(.again(after: wait), .known)
        case .known, .send: Handled(.acknowledge, .known)
        case .keyReused: Handled(.acknowledge, .keyReused)
        case .idReused: throw .dead(DeadLetter(.idReused))
        case .idAhead: throw .dead(DeadLetter(.invalidMember, detail: "verificationId: ahead-of-time"))
        }
    }

    /// Nil when this worker's ring lacks the key of the code.
    private func write(_ attempt: Attempt) -> OutgoingMessage? {
        guard let code = code(of: attempt) else { return nil }
        let (order, request, app) = (attempt.order, attempt.claim.request, attempt.work.app)
        let life = order.summary.expiresAt - order.decidedAt
        let text = ports.writer.write(
            in: app.style, code: code, minutes: MessageWriter.minutes(remaining: life), language: request.language,
            autofill: request.autofill)
        return OutgoingMessage(
            id: order.message, phone: request.phone, text: text, code: code, validFor: life,
            mayBeDuplicate: order.mayBeDuplicate, traceContext: attempt.work.trace)
    }

    private func code(of attempt: Attempt) -> String? {
        let request = attempt.claim.request
        switch attempt.order.code {
        case .made(let recipe): return ports.keys.code(recipe, of: attempt.order.message.verification)
        case .fixed:
            return attempt.testNumber.flatMap { ports.keys.open($0.code, of: request.phone.e164, app: request.app) }
        }
    }

    /// A worker that lacks the key calls no gateway: another worker may have the key, or this worker after a restart.
    private func putOff(_ attempt: Attempt) async throws(Undone) -> Handled {
        try await record(.refused(reason: "code-key-missing", .forNow), of: attempt)
    }

    /// The only irreversible act; afterwards its place is free for the next message.
    ///
    /// It begins only when it can end before the lease does. After the lease another worker may take the message over.
    private func send(_ message: OutgoingMessage, of attempt: Attempt, through place: GatewayPermit) async
        -> SendOutcome
    {
        let startedAt = ContinuousClock.now
        let outcome = await calls.send(message, through: place.gateway, within: settings.gatewayDeadline)
        place.release()
        // Test numbers are in no statistics.
        if attempt.testNumber == nil { metrics.count(outcome, took: .now - startedAt) }
        return outcome
    }

    /// Saves the outcome, and decides how the request leaves.
    ///
    /// `message` and `gateway`: nil when the worker called no gateway.
    private func record(
        _ outcome: SendOutcome, of attempt: Attempt, _ message: OutgoingMessage? = nil,
        through gateway: (any SMSGateway)? = nil
    ) async throws(Undone) -> Handled {
        let (order, claim) = (attempt.order, attempt.claim)
        let next = ports.retries.next(
            after: outcome, of: order, for: claim, isRepeatable: gateway?.honorsIdempotencyKeys ?? false)
        let record = SendRecord(
            order: order, request: claim.request, rules: claim.rules, gateway: gateway?.name ?? "none",
            text: message?.text, outcome: next.outcome)
        // Another worker took the message over; when the request comes back, the record decides.
        guard try await save(record) else { return Handled(.again(after: settings.lease)) }
        return Handled(next.settlement, next.outcome.answer(order, language: message?.text.language))
    }
}

extension RequestHandler {
    /// Saves an outcome, and waits while another transaction holds a lock on the message.
    ///
    /// Only this worker knows the outcome, so it cannot leave it to another worker.
    private func save(_ record: SendRecord) async throws(Undone) -> Bool {
        do throws(Undone) {
            while true {
                if let isOurs = try await saveUnlessLocked(record) { return isOurs }
                do { try await Task.sleep(for: settings.storeProbe) } catch { throw .stopped }
            }
        } catch {
            tell(of: error, record)
            throw error
        }
    }

    /// Nil when another transaction holds a lock on the message.
    private func saveUnlessLocked(_ record: SendRecord) async throws(Undone) -> Bool? {
        do throws(Undone) {
            return try await gate.answer(.untilCancelled) { () throws(StoreProblem) in
                try await ports.store.record(record)
            }
        } catch {
            if case .heldUp(let trouble) = error, trouble.detail == nil { return nil }
            throw error
        }
    }

    /// Logs an outcome that the store has not got: this line is its only trace.
    ///
    /// After the lease the message counts as unknown.
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
        // An earlier message brought the code, and the code is still good.
        case .failed where order.message.ordinal > 1:
            .sent(order.summaryWithoutSend, message: .failed, language: language)
        case .failed(let reason): .failed(reason: reason)
        }
    }
}
