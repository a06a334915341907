import Testing
import VerificationCore

/// One sequence: each command goes to a store and to the model, and the model judges the store's answer.
package struct ModelRun {
    /// A claim that ordered a worker to send.
    private struct Order {
        let order: SendOrder
        let claim: Claim
        let rules: ModelRules
        let token: Int
        var isRecorded = false
    }

    /// What spoils a sequence, for tests of the model: the rules as the store gets them.
    package typealias Fault = @Sendable (ModelRules) -> ModelRules

    private static let gateway = "a"

    private let store: any VerificationStore
    private let time: RandomWorld.Time
    private let fault: Fault
    private let app: AppID
    package private(set) var model: ReferenceModel
    private var requests: [Int: VerificationRequest] = [:]
    private var numbers: [VerificationID: Int] = [:]
    private var orders: [Int: [Order]] = [:]
    /// The fence of each request's last order, also after its worker has died: the provider knows the call.
    private var lastCalls: [Int: Int] = [:]
    private var tokens = 0

    package init(
        store: any VerificationStore, time: RandomWorld.Time, fault: @escaping Fault = { $0 }
    ) throws {
        (self.store, self.time, self.fault) = (store, time, fault)
        app = try #require(AppID("demo"))
        model = ReferenceModel(now: time.now())
    }

    /// Does all commands; returns the first answer that the model does not allow, in words.
    package mutating func perform(_ commands: [ModelCommand]) async throws -> String? {
        for (step, command) in commands.enumerated() {
            if let complaint = try await perform(command) { return "command \(step), \(command): \(complaint)" }
        }
        return nil
    }

    private mutating func perform(_ command: ModelCommand) async throws -> String? {
        switch command {
        case .rules(let rules):
            model.rules = rules
            return nil
        case .pass(let seconds):
            try await time.advance(.seconds(seconds))
            model.now = time.now()
            return nil
        case .crash(let number):
            orders[number] = nil
            return nil
        case .request(let number, let phone, let address, let key, let within):
            guard requests[number] == nil else { return nil }
            try make(
                ModelRequest(
                    number: number, phone: phone, address: address, key: key, deadline: model.now + .seconds(within)))
            return try await claim(number)
        case .redeliver(let number): return try await claim(number)
        case .claimAgain(let number):
            guard let last = orders[number]?.last else { return nil }
            return try await claim(number, as: last.token)
        case .record(let number, let outcome, let isOfEarlier):
            return try await record(number, outcome, isOfEarlier: isOfEarlier)
        case .receipt(let number, let isDelivered): return try await receipt(number, isDelivered: isDelivered)
        case .check(let number, let isRight, let byPhone, let address, let key):
            return try await check(number, isRight: isRight, byPhone: byPhone, address: address, key: key)
        case .cancel(let number):
            guard let request = requests[number] else { return nil }
            let found = try await store.cancel(request.id, of: app, tellsEvents: false)
            let allowed = model.cancel(number)
            return judge(answer(found), allowed)
        case .show(let number):
            guard let request = requests[number] else { return nil }
            let found = try await store.verification(request.id, of: app)
            return judge(answer(found), model.show(number))
        case .erase(let phone):
            let count = try await store.erase(ModelPlaces.phones[phone] ?? "", of: [app])
            return judge(.erased(count), model.erase(phone))
        }
    }

    private func judge(_ seen: ModelAnswer, _ allowed: @autoclosure () throws -> ModelAnswer) -> String? {
        do {
            let allowed = try allowed()
            return seen == allowed ? nil : "the store answers \(seen), the model expects \(allowed)"
        } catch {
            return "the store answers \(seen), the model expects: \(error)"
        }
    }
}

// MARK: The commands of workers

extension ModelRun {
    private mutating func make(_ request: ModelRequest) throws {
        let id = VerificationID(
            high: UInt64(model.now.milliseconds) << 16 | 0x7000, low: 0b10 << 62 | UInt64(request.number))
        let address = ModelPlaces.addresses[request.address].flatMap { IPAddress($0) }
        requests[request.number] = VerificationRequest(
            id: id, app: app, phone: try FakePhoneNumberParser().parse(ModelPlaces.phones[request.phone] ?? ""),
            clientIP: address, idempotencyKey: request.key.flatMap { IdempotencyKey("key \($0)") },
            requestedAt: model.now, deadline: request.deadline)
        numbers[id] = request.number
        model.requests[request.number] = request
    }

    private mutating func claim(_ number: Int, as worker: Int? = nil) async throws -> String? {
        guard let request = requests[number] else { return nil }
        tokens += 1
        let token = worker ?? tokens
        let claim = Claim(
            request: request, rules: fault(model.rules).sendingRules, codeKey: "key", lease: ReferenceModel.lease,
            token: UInt64(token))
        let verdict = try await store.claim(claim)
        let seen = answer(verdict)
        if case .send(let order) = verdict {
            orders[number, default: []].append(Order(order: order, claim: claim, rules: model.rules, token: token))
            lastCalls[number] = order.fence
        }
        var model = model
        let complaint = judge(seen, try model.claim(number, token: token, seen: seen))
        self.model = model
        return complaint
    }

    private mutating func record(_ number: Int, _ found: ModelOutcome, isOfEarlier: Bool) async throws -> String? {
        let place = (orders[number]?.count ?? 0) - (isOfEarlier ? 2 : 1)
        guard place >= 0, let order = orders[number]?[place], !order.isRecorded else { return nil }
        orders[number]?[place].isRecorded = true
        let call = CallName(request: number, call: order.order.fence)
        // Like the retry policy: an earlier try may have left, so no later outcome may say that nothing was sent.
        let outcome = found == .failed && order.order.mayBeDuplicate ? ModelOutcome.silent : found
        let recorded = try await store.record(
            SendRecord(
                order: order.order, request: order.claim.request, rules: order.claim.rules, gateway: Self.gateway,
                reportsDelivery: true, text: nil, outcome: outcome.recorded(as: call)))
        return judge(recorded.isSaved ? .saved : .stale, model.record(call, outcome, by: order.rules))
    }

    private mutating func receipt(_ number: Int, isDelivered: Bool) async throws -> String? {
        guard let last = lastCalls[number] else { return nil }
        let call = CallName(request: number, call: last)
        let receipt = DeliveryReceipt(gatewayID: call.gatewayID, status: isDelivered ? .delivered : .undelivered)
        let changes = try await store.noteAll([GatewayReceipt(gateway: Self.gateway, receipt: receipt)])
        return judge(.noted(!changes.isEmpty), model.receipt(call, isDelivered: isDelivered))
    }
}

// MARK: The commands of people

extension ModelRun {
    private mutating func check(
        _ number: Int, isRight: Bool, byPhone: Bool, address: Int, key: Int?
    ) async throws -> String? {
        guard let request = requests[number] else { return nil }
        let right = code(of: model.requests[number]?.session ?? number)
        let text = isRight ? right : StoreBench.wrongCode(right)
        let attempt = CheckAttempt(
            byPhone ? .phone(request.phoneKey) : .request(request.id), of: app,
            code: TypedCode(text, keys: StoreBench.ring),
            clientIP: ModelPlaces.addresses[address].flatMap { IPAddress($0) },
            rules: fault(model.rules).sendingRules, idempotencyKey: key.flatMap { IdempotencyKey("check \($0)") })
        let seen = answer(try await store.check(attempt))
        let check = ModelCheck(number: number, byPhone: byPhone, address: address, key: key, text: text)
        var model = model
        let complaint = judge(seen, try model.check(check, code: code, seen: seen))
        self.model = model
        return complaint
    }

    private func code(of session: Int) -> String { requests[session].map { StoreBench.code(of: $0.id) } ?? "" }
}

// MARK: The answers

extension ModelRun {
    private func number(_ id: VerificationID) -> Int { numbers[id] ?? -1 }

    private func answer(_ verdict: Verdict) -> ModelAnswer {
        switch verdict {
        case .send(let order):
            .send(
                ModelSend(
                    session: number(order.message.verification), ordinal: order.message.ordinal, tries: order.tries,
                    mayBeDuplicate: order.mayBeDuplicate, summary: summary(order.summary),
                    left: order.summary.left?.count))
        case .duplicate(let live): .duplicate(summary(live))
        case .limited(let reached): .limited(limit(reached))
        case .refused: .refused
        case .expired: .expired
        case .leased(let wait): .leased(wait)
        case .known: .known
        case .keyReused: .keyReused
        case .idReused, .idAhead, .outdated: .strange("\(verdict)")
        }
    }

    private func answer(_ result: CheckResult<NoRecord>) -> ModelAnswer {
        switch result {
        case .approved(let report): .approved(session: number(report.id), through: number(report.request))
        case .wrong(let report):
            .wrong(session: number(report.id), through: number(report.request), left: report.remainingChecks)
        case .limited(let reached): .limited(limit(reached))
        case .ended(let report):
            .ended(session: number(report.id), through: number(report.request), report.status)
        case .keyReused: .keyReused
        case .missing(let gap): .missing(gap)
        }
    }

    private func answer(_ found: FoundVerification<NoRecord>) -> ModelAnswer {
        switch found {
        case .missing(let gap): .missing(gap)
        case .found(let report):
            .found(
                ModelReport(
                    session: number(report.id), request: number(report.request), status: report.status,
                    outcome: report.requestOutcome, expiresAt: report.expiresAt, resendAfter: report.resendAfter,
                    remainingSends: report.remainingSends, remainingChecks: report.remainingChecks,
                    messages: report.messages.map(\.status)))
        }
    }

    private func summary(_ live: LiveSummary) -> ModelSummary {
        ModelSummary(
            session: number(live.verification), expiresAt: live.expiresAt, resendAfter: live.resendAfter,
            remainingSends: live.remainingSends, remainingChecks: live.remainingChecks)
    }

    private func limit(_ reached: LimitReached) -> ModelLimit {
        ModelLimit(
            limit: reached.limit, window: ModelWindow(reached.quota.count, in: reached.quota.seconds),
            session: number(reached.verification), retryAfter: reached.retryAfter)
    }
}

extension CallName {
    fileprivate var gatewayID: String { "\(request)-\(call)" }
}

extension ModelOutcome {
    fileprivate func recorded(as call: CallName) -> SendRecord.Outcome {
        switch self {
        case .accepted: .accepted(gatewayID: call.gatewayID)
        case .busy(let seconds): .waiting(.seconds(seconds), reason: "busy")
        case .failed: .failed(reason: "no")
        case .silent: .unknown(reason: "silent")
        case .silentOnce(let seconds): .waitingAfterUnknown(.seconds(seconds), reason: "silent")
        }
    }
}
