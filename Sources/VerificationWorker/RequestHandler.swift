import Logging
import VerificationCore

/// Handles one request from the queue; the path that every message takes, in order.
package struct RequestHandler: Sendable {
    let parts: WorkerParts
    let settings: WorkerSettings
    let gate: StoreGate
    let calls: GatewayCalls
    let metrics = WorkerMetrics()

    /// The five steps.
    ///
    /// Whatever happens, the delivery leaves in exactly one way.
    func handle(_ delivery: RequestDelivery) async -> Handled {
        do {
            let (request, app) = try await read(delivery)
            let permit = try await parts.routes.permit(for: request.phone)
            defer { permit.release() }

            let (verdict, askedAt) = try await claim(request, of: app)  // 1 claim, 2 verdict
            guard case .send(let order) = verdict else { return settle(verdict) }
            let message = try write(order, request, app)  // 3
            let outcome = await send(  // 4
                message, through: permit.gateway, leaseEndsAt: askedAt + order.lease)
            return try await record(  // 5
                outcome, of: message, order, request, app, gateway: permit.gateway)
        } catch let letter as DeadLetter {
            metrics.dead(letter.reason)
            return Handled(.dead(letter))
        } catch {
            return .abandoned
        }
    }

    /// A message that is not a request, or is for nobody we know, is put aside at first sight.
    private func read(_ delivery: RequestDelivery) async throws -> (VerificationRequest, App) {
        let request = try RequestCodec.decode(delivery, phones: parts.phones, keys: parts.keys)
        guard let app = try await gate.answer({ () throws(StoreProblem) in try await parts.apps.app(request.app) })
        else { throw DeadLetter(.unknownApp) }
        return (request, app)
    }

    /// The lease begins when the store decides, which is not before it was asked; the time it was away does not count.
    private func claim(
        _ request: VerificationRequest, of app: App
    ) async throws -> (verdict: Verdict, askedAt: ContinuousClock.Instant) {
        let claim = Claim(
            request: request, rules: app.rules, codeKey: parts.keys.currentName, lease: settings.lease,
            token: parts.random())
        let answer = try await gate.answer { () throws(StoreProblem) in
            let askedAt = ContinuousClock.now
            return (verdict: try await parts.store.claim(claim), askedAt: askedAt)
        }
        metrics.count(answer.verdict)
        return answer
    }

    /// How a request leaves that is not sent.
    private func settle(_ verdict: Verdict) -> Handled {
        switch verdict {
        case .duplicate(let summary): Handled(.acknowledge, .duplicate(summary))
        case .limited(let reached): Handled(.acknowledge, .limited(reached))
        case .refused(let reason): Handled(.acknowledge, .refused(reason))
        case .expired: Handled(.acknowledge, .expired)
        case .leased(let wait): Handled(.again(after: wait))
        case .settled, .send: Handled(.acknowledge)
        }
    }

    private func write(_ order: SendOrder, _ request: VerificationRequest, _ app: App) throws -> OutgoingMessage {
        guard let code = parts.keys.code(order.code, of: order.message.verification) else {
            throw DeadLetter(.internalError, detail: "code key \(order.code.keyName) is not in the ring")
        }
        let life = order.summary.expiresAt - order.decidedAt
        let text = parts.writer.write(
            appName: app.displayName, code: code, minutes: MessageWriter.minutes(remaining: life),
            language: request.language, appDefault: app.defaultLanguage, autofill: request.autofill)
        return OutgoingMessage(
            id: order.message, phone: request.phone, text: text, code: code, validFor: life,
            mayBeDuplicate: order.mayBeDuplicate)
    }

    /// The one irreversible act.
    ///
    /// A worker that was frozen until its lease was nearly over does not begin it, because another may have taken the
    /// message over by the time the gateway answers.
    private func send(
        _ message: OutgoingMessage, through gateway: any SMSGateway, leaseEndsAt: ContinuousClock.Instant
    ) async -> SendOutcome {
        let startedAt = ContinuousClock.now
        guard startedAt + settings.gatewayDeadline < leaseEndsAt else {
            return .refused(reason: "lease-too-short", mayRetry: true)
        }
        let outcome = await calls.send(message, through: gateway, within: settings.gatewayDeadline)
        metrics.count(outcome, took: .now - startedAt)
        return outcome
    }

    private func record(
        _ outcome: SendOutcome, of message: OutgoingMessage, _ order: SendOrder, _ request: VerificationRequest,
        _ app: App, gateway: any SMSGateway
    ) async throws -> Handled {
        let next = parts.retries.next(
            after: outcome, of: order, deadline: request.deadline, rules: app.rules,
            isRepeatable: gateway.honorsIdempotencyKeys)
        let record = SendRecord(
            order: order, phoneKey: request.phoneKey, rules: app.rules, gateway: gateway.name, text: message.text,
            outcome: next.outcome)
        let isOurs = try await gate.answer { () throws(StoreProblem) in try await parts.store.record(record) }
        // Another worker took the message over while this one was away; what it finds on record decides.
        guard isOurs else { return Handled(.again(after: settings.lease)) }
        return Handled(next.settlement, next.outcome.answer(order, language: message.text.language))
    }
}

/// How a delivery leaves the worker, and the word for whoever waits for it.
struct Handled: Sendable, Equatable {
    /// Nil when the worker is stopping in the middle of it: the broker gives it to another.
    let settlement: Settlement?
    let answer: RequestAnswer?

    init(_ settlement: Settlement?, _ answer: RequestAnswer? = nil) {
        self.settlement = settlement
        self.answer = answer
    }

    static let abandoned = Handled(nil)
}

extension SendRecord.Outcome {
    fileprivate func answer(_ order: SendOrder, language: LanguageTag) -> RequestAnswer {
        switch self {
        case .accepted: .sent(order.summary, message: .accepted, language: language.description)
        case .unknown: .sent(order.summary, message: .unknown, language: language.description)
        case .waiting, .waitingAfterUnknown: .retrying(order.summary)
        case .failed(let reason): .failed(reason: reason)
        }
    }
}
