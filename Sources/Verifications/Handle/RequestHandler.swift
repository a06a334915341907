import Messages
import VerificationCore

/// Handles one request from the queue: the steps that every request takes, in order.
///
/// It records a call as unknown when the gateway has not answered at the end of a drain. It gives a request back when it
/// cannot record the outcome. The next worker finds the lease, and does nothing before the lease is over.
final class RequestHandler: JobHandler {
    let ports: WorkerPorts
    let settings: WorkerTimes
    let gate: StoreGate
    let calls = GatewayCalls()

    init(_ ports: WorkerPorts, settings: WorkerTimes, gate: StoreGate) {
        self.ports = ports
        self.settings = settings
        self.gate = gate
    }

    /// Whatever happens, the delivery leaves in exactly one way.
    ///
    /// A worker that stops gives up a request that it has not claimed, and finishes a request that it has claimed.
    func handle(_ delivery: JobDelivery) async -> Settlement {
        let begin = ContinuousClock.now
        // The parent is the span that published the request, at every try of the message.
        let span = ports.telemetry.tracer.begin(.consumer, under: delivery.properties.context)
        let (settlement, work): (Settlement, Work?)
        do throws(JobError) {
            let read = try await read(delivery, within: span)
            (settlement, work) = (await handle(read, from: delivery), read)
        } catch {
            (settlement, work) = (self.settlement(of: delivery, after: error), nil)
        }
        let handled = HandledRequest(
            delivery, as: settlement, request: work?.request.id, trace: work?.trace, took: .now - begin, span: span)
        tell(.handled(handled))
        return settlement
    }

    private func handle(_ work: Work, from delivery: JobDelivery) async -> Settlement {
        do throws(JobError) {
            // Only this handling knows the claim's token, so it may claim again as long as it has not begun the call.
            var (work, patience) = (work, StoreGate.Patience.untilSentBack)
            while true {
                switch try await serve(work, patience: patience) {
                case .settled(let settlement): return settlement
                case .late: patience = .untilCancelled
                case .outdated:
                    await ports.rules.changes.catchUp()
                    // Example: this process was frozen while an operator paused the queue. The broker keeps the request.
                    if case .untilSentBack = patience, await ports.rules.changes.hasPausedRequests() {
                        throw JobError.stopped
                    }
                    work = try await renewed(work, patience: patience)
                }
            }
        } catch {
            return settlement(of: delivery, after: error)
        }
    }

    /// How a round of the five steps ended.
    private enum Round {
        case settled(Settlement)
        /// The lease is too short for the call, so `handle` claims again.
        ///
        /// Example: a deadline of 10 s makes a lease of 15 s. Then the call begins within 5 s of the claim, or not at all.
        case late
        /// The worker's memory was old, and nothing was decided: `handle` reads the app again, and claims by it.
        case outdated
    }

    /// The five steps.
    ///
    /// `patience`: a worker that stops makes no first claim, but repeats a claim of its own.
    private func serve(_ work: Work, patience: StoreGate.Patience) async throws(JobError) -> Round {
        let early = try await earlyPlace(for: work, patience)
        defer { early?.release() }

        let (verdict, askedAt) = try await decide(work.claim, patience: patience)  // 1 claim, 2 verdict
        guard case .send(let order) = verdict else { return round(endedBy: verdict) }
        let attempt = Attempt(work: work, order: order)
        guard let message = write(attempt) else {  // 3 write
            return .settled(try await record(.lackingKey, of: attempt))
        }
        let place = await place(for: attempt, early)
        defer { place.release() }
        await place.begin()
        let isInTime = ContinuousClock.now + settings.gatewayDeadline < askedAt + order.lease
        guard isInTime else { return .late }
        let made = await send(message, of: attempt, through: place)  // 4 send
        return .settled(try await record(made, of: attempt, with: message))  // 5 record
    }

    /// From now on the worker claims nothing: requests that wait for a place at the gateway or for the store give up.
    func stop() { ports.routes.turnAway() }

    func workBeside() async { await calls.keepTime() }

    func tell(_ fact: Fact) { ports.telemetry.facts.tell(fact, at: ports.now()) }

    /// Reads a delivery; a message that is no request, or names an unknown app, is dead-lettered at once.
    private func read(_ delivery: JobDelivery, within span: OpenSpan?) async throws(JobError) -> Work {
        let trace = span?.context ?? delivery.properties.context
        return try await work(on: try decode(delivery), token: ports.random(), trace: trace, patience: .untilSentBack)
    }

    /// The same request by the settings of this moment; its token stays, because it may have a lease already.
    private func renewed(_ work: Work, patience: StoreGate.Patience) async throws(JobError) -> Work {
        try await self.work(on: work.request, token: work.claim.token, trace: work.trace, patience: patience)
    }

    private func work(
        on request: VerificationRequest, token: UInt64, trace: TraceContext?, patience: StoreGate.Patience
    ) async throws(JobError) -> Work {
        // First of all: what is read after it is as new, or newer.
        let basis = ports.rules.changes.basis(for: request.app)
        let app = try await gate.answer(patience) { () throws(StoreError) in
            try await ports.rules.apps.app(request.app)
        }
        guard let app else { throw .unservable(DeadLetter(.unknownApp)) }
        return Work(claim: makeClaim(request, for: app, on: basis, token: token, trace: trace), app: app, trace: trace)
    }

    private func decode(_ delivery: JobDelivery) throws(JobError) -> VerificationRequest {
        do {
            return try RequestCodec.decode(delivery, phones: ports.maker.phones)
        } catch {
            throw .unservable(error)
        }
    }

    /// How a request leaves that has a step the worker could not finish.
    ///
    /// A worker that stops before the claim, or before the record, leaves it to another worker.
    private func settlement(of delivery: JobDelivery, after error: JobError) -> Settlement {
        switch error {
        case .unservable(let letter): .deadLetter(letter)
        case .heldUp(let trouble): putOff(delivery, because: trouble)
        case .stopped: .giveBack
        }
    }

    /// Puts one request into a retry queue, a step longer each time, while other requests go on; it uses up no try.
    ///
    /// A lock ends by itself; then the rules decide whether the request is too late. A request that needs unreadable
    /// rows is dead-lettered after its deadline.
    private func putOff(_ delivery: JobDelivery, because trouble: JobError.HeldUp) -> Settlement {
        let left = (try? decode(delivery)).map { $0.deadline - ports.now() }
        if let detail = trouble.detail, let left, left <= .zero {
            return .deadLetter(DeadLetter(.internalError, detail: detail))
        }
        let step = settings.retries.retrySchedule.step(
            forPutOff: delivery.properties.putOffs + 1, about: trouble.wait, left: left)
        return .putOff(for: step, because: trouble.reason)
    }

    private func makeClaim(
        _ request: VerificationRequest, for app: App, on basis: ClaimBasis, token: UInt64, trace: TraceContext?
    ) -> Claim {
        // Also a test number that is over by this host's clock: only the store's clock decides.
        let test = app.effectiveTestNumbers[request.phone.e164]
        let isFree = request.asker == .emulator && ports.rules.servesEmulator
        return Claim(
            request: request, rules: isFree ? app.rules.withoutLimits : app.rules, testNumber: test,
            codeKey: ports.maker.keys.currentName,
            lease: settings.lease, token: token, tellsEvents: app.endpoint != nil,
            judgement: ports.rules.blocks().judgement(of: request.phone, from: request.clientIP, at: ports.now()),
            basis: basis, trace: trace?.traceID)
    }

    /// Asks the store for the verdict; `askedAt` is when the worker put the question that the store answered.
    ///
    /// The lease begins when the store decides, so never before `askedAt`. Example: the database is away for 20 s; the
    /// lease counts from the last question, not from the first.
    private func decide(
        _ claim: Claim, patience: StoreGate.Patience
    ) async throws(JobError) -> (verdict: Verdict, askedAt: ContinuousClock.Instant) {
        let answer = try await gate.answer(patience) { () throws(StoreError) in
            let askedAt = ContinuousClock.now
            return (verdict: try await ports.store.claim(claim), askedAt: askedAt)
        }
        if answer.verdict != .outdated { tell(.decided(answer.verdict, on: claim)) }
        return answer
    }

    /// How a round ends that is not to send.
    private func round(endedBy verdict: Verdict) -> Round {
        switch verdict {
        case .duplicate(let summary): .settled(.acknowledge(.duplicate(summary)))
        case .limited(let reached): .settled(.acknowledge(.limited(reached)))
        case .refused(let reason): .settled(.acknowledge(.refused(reason)))
        case .expired: .settled(.acknowledge(.expired))
        case .leased(let wait): .settled(.retry(after: wait, answer: .known))
        case .known, .send: .settled(.acknowledge(.known))
        case .keyReused: .settled(.acknowledge(.keyReused))
        case .outdated: .outdated
        case .idReused: .settled(.deadLetter(DeadLetter(.idReused)))
        case .idAhead: .settled(.deadLetter(DeadLetter(.invalidMember, detail: "verificationId: ahead-of-time")))
        }
    }

    /// Nil when this worker's ring lacks the key of the code.
    private func write(_ attempt: Attempt) -> OutgoingMessage? {
        guard let code = code(of: attempt) else { return nil }
        let (order, request, app) = (attempt.order, attempt.claim.request, attempt.work.app)
        let life = order.summary.expiresAt - order.decidedAt
        let text = ports.maker.writer.write(
            in: app.style, code: code, minutes: MessageWriter.minutes(remaining: life), language: request.language,
            autofill: request.autofill)
        return OutgoingMessage(
            id: order.message, phone: request.phone, text: text, code: code, validFor: life,
            mayBeDuplicate: order.mayBeDuplicate, traceContext: attempt.work.trace,
            origin: MessageOrigin(
                app: request.app.name, clientAddress: request.clientIP?.description, metadata: request.metadata))
    }

    private func code(of attempt: Attempt) -> String? {
        let request = attempt.claim.request
        switch attempt.order.code {
        case .made(let recipe): return ports.maker.keys.code(recipe, of: attempt.order.message.verification)
        case .fixed:
            return attempt.testNumber.flatMap {
                ports.maker.keys.open($0.code, of: request.phone.e164, app: request.app)
            }
        }
    }
}

/// A request that a worker has read: the claim that it makes, and what the text is written from.
struct Work: Sendable {
    /// The same in every attempt, so that a worker whose answer was lost finds its own lease.
    let claim: Claim
    let app: App
    let trace: TraceContext?

    var request: VerificationRequest { claim.request }
}

/// One try of a message: the order to send it, and what the steps after the verdict need.
struct Attempt: Sendable {
    let work: Work
    let order: SendOrder

    var claim: Claim { work.claim }

    /// The test number that the message is for; nil when the number is real by the store's clock.
    var testNumber: TestNumber? { order.code.isFixed ? claim.testNumber : nil }
}
