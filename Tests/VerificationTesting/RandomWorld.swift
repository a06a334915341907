import Testing
import VerificationCore

/// People, workers, a broker and a gateway that use a store at random, and a ledger of what the gateway really sent.
///
/// The seed decides everything: with two stores that keep the same promises, each step returns the same words.
package struct RandomWorld {
    /// An entry of the gateway's ledger: a call that may have sent an SMS.
    struct Sent {
        let message: MessageID
        let request: VerificationRequest
        let at: Timestamp
        /// When the message took its share of the limits.
        let spentAt: Timestamp
        let code: CodeSource
        /// Whether the order said that an earlier try may have left.
        let mayBeSecond: Bool
        let gateway: String
        /// The gateways that the order avoided.
        let avoided: [String]
    }

    /// A worker that holds an order and has not recorded its outcome.
    private struct Working {
        let request: VerificationRequest
        let order: SendOrder
        let gateway: String
        let outcome: SendRecord.Outcome
    }

    /// How a test reads and moves the store's clock.
    package struct Time: Sendable {
        let now: @Sendable () -> Timestamp
        let advance: @Sendable (Duration) async throws -> Void

        package init(
            now: @escaping @Sendable () -> Timestamp, advance: @escaping @Sendable (Duration) async throws -> Void
        ) {
            self.now = now
            self.advance = advance
        }
    }

    let store: any VerificationStore
    private let time: Time
    let rules: SendingRules
    let app: AppID
    static let gateways = ["a", "b", "c"]
    private let phones = ["+491510001", "+491510002", "+441510003"]
    private let addresses = [nil, "192.0.2.1", "2001:db8::1", "2001:db8::2"].map { $0.flatMap(IPAddress.init) }
    private let test: TestNumber
    private var random: SeededRandom
    private var made: UInt64 = 0
    var requests: [VerificationRequest] = []
    private var working: [Working] = []
    private(set) var sent: [Sent] = []
    private(set) var approvals: [VerificationID: Int] = [:]
    /// The id through which each verification's right code came.
    private(set) var approvedBy: [VerificationID: VerificationID] = [:]
    private(set) var wrongTries: [VerificationID: Int] = [:]
    /// The first answer under each idempotency key of a check, with its verification and phone.
    private var answered: [Int: (verification: VerificationID, phone: String, isRight: Bool)] = [:]
    private(set) var wrongCodes: [(phone: String, at: Timestamp)] = []
    /// The verdicts on requests that the broker delivered again after their phone had been erased.
    private(set) var afterErasing: [Verdict] = []

    package init(seed: UInt64, store: any VerificationStore, time: Time) throws {
        random = SeededRandom(seed: seed)
        self.store = store
        self.time = time
        app = try #require(AppID("demo"))
        // Encryption is random, so the encrypted code has other bytes in every world. No step returns them.
        test = TestNumber(
            id: VerificationID(high: 0x7000, low: 0b10 << 62), phone: try FakePhoneNumberParser().parse("+491510009"),
            code: try #require(StoreBench.ring.seal(code: StoreBench.fixedCode, of: "+491510009", app: app)))
        rules = Self.rules(&random)
    }

    private static func rules(_ random: inout SeededRandom) -> SendingRules {
        func windows(_ counts: ClosedRange<Int>, _ seconds: Int64) -> [RateLimit] {
            guard Int.random(in: 0..<3, using: &random) > 0 else { return [] }
            return [RateLimit(.random(in: counts, using: &random), per: .seconds(seconds))]
        }
        return SendingRules(
            maxSends: .random(in: 1...5, using: &random), maxChecks: .random(in: 1...5, using: &random),
            sendsPerPhone: [
                RateLimit(.random(in: 1...5, using: &random), per: .seconds(600)), RateLimit(10, per: .seconds(86_400)),
            ],
            sendsPerIP: windows(1...6, 3_600), sendsPerPrefix: windows(3...8, 1_800),
            sendsPerApp: windows(4...12, 3_600), wrongCodesPerPhone: windows(2...6, 3_600),
            wrongCodesPerIP: windows(3...8, 3_600),
            regions: Int.random(in: 0..<5, using: &random) == 0 ? .only(["DE"]) : .all,
            whenUnknown: Bool.random(using: &random) ? .hold : .resend)
    }

    /// Does one random thing; returns in words what it was, and what the store answered.
    package mutating func step() async throws -> String {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<27: try await ask()
        case 27..<45: try await redeliver()
        case 45..<60: try await record()
        case 60..<78: try await advance()
        case 78..<90: try await check()
        case 90..<93: try await tell()
        case 93..<96: try await cancel()
        case 96..<97: try await erase()
        case _: try await show()
        }
    }

    /// Records all open outcomes and delivers every request again and again, until no message waits; adds no request.
    package mutating func settleAll() async throws {
        while !working.isEmpty { _ = try await record() }
        for _ in 0..<10 {
            try await time.advance(.seconds(120))
            for request in requests {
                _ = try await claim(request)
                while !working.isEmpty { _ = try await record() }
            }
        }
        try await time.advance(.seconds(3_600))
        for request in requests { _ = try await claim(request) }
    }

    // MARK: The commands

    private mutating func ask() async throws -> String {
        let number = Int.random(in: 0..<8, using: &random) == 0 ? test.phone.e164 : phones.randomElement(using: &random)
        let now = time.now()
        made += 1
        let key = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 0..<5, using: &random) : nil
        let request = VerificationRequest(
            id: VerificationID(high: UInt64(now.milliseconds) << 16 | 0x7000, low: 0b10 << 62 | made),
            app: app, phone: try FakePhoneNumberParser().parse(number ?? ""),
            clientIP: addresses.randomElement(using: &random) ?? nil,
            idempotencyKey: key.flatMap { IdempotencyKey("key \($0)") }, requestedAt: now,
            deadline: now + .seconds(600))
        requests.append(request)
        return "ask: \(try await claim(request))"
    }

    private mutating func redeliver() async throws -> String {
        guard let request = requests.suffix(8).randomElement(using: &random) else { return "nothing to redeliver" }
        return "redeliver: \(try await claim(request))"
    }

    private mutating func claim(_ request: VerificationRequest) async throws -> Verdict {
        let claim = Claim(
            request: request, rules: rules, testNumber: request.phone == test.phone ? test : nil, codeKey: "key",
            lease: .seconds(15), token: random.next())
        let verdict = try await store.claim(claim)
        if case .send(let order) = verdict { call(order, request) }
        return verdict
    }

    /// Calls the gateway at once; the worker may record the outcome much later, or die before that.
    private mutating func call(_ order: SendOrder, _ request: VerificationRequest) {
        guard !order.code.isFixed else {
            working.append(
                Working(request: request, order: order, gateway: "test", outcome: .accepted(gatewayID: nil)))
            return
        }
        let outcomes: [SendRecord.Outcome] = [
            .accepted(gatewayID: randomID()), .unknown(reason: "silent"), .failed(reason: "no"),
            .waiting(.seconds([5, 30, 120].randomElement(using: &random) ?? 5), reason: "busy"),
        ]
        let outcome = outcomes.randomElement(using: &random) ?? outcomes[0]
        let avoided = order.avoided { $0 != "c" }
        let gateway = Self.gateways.first { !avoided.contains($0) } ?? avoided.last ?? ""
        switch outcome {
        case .accepted, .unknown, .waitingAfterUnknown:
            sent.append(
                Sent(
                    message: order.message, request: request, at: order.decidedAt, spentAt: order.spentAt,
                    code: order.code, mayBeSecond: order.mayBeDuplicate, gateway: gateway, avoided: avoided))
        case .waiting, .failed: break
        }
        // One in eight workers dies between the gateway's answer and the record.
        let dies = Int.random(in: 0..<8, using: &random) == 0
        if !dies { working.append(Working(request: request, order: order, gateway: gateway, outcome: outcome)) }
    }

    private mutating func record() async throws -> String {
        guard !working.isEmpty else { return "nothing to record" }
        let work = working.remove(at: .random(in: working.indices, using: &random))
        var outcome = work.outcome
        // Like the retry policy: an earlier try may have left, so no later outcome may say that nothing was sent.
        if case .failed(let reason) = outcome, work.order.mayBeDuplicate { outcome = .unknown(reason: reason) }
        let text = MessageText("000000", language: try #require(LanguageTag("en")))
        let recorded = try await store.record(
            SendRecord(
                order: work.order, request: work.request, rules: rules, gateway: work.gateway, reportsDelivery: true,
                text: text, outcome: outcome))
        return "record \(outcome): \(recorded)"
    }

    /// Brings receipts of some messages; the provider counts its ids from 1 again and again.
    private mutating func tell() async throws -> String {
        let receipts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            DeliveryReceipt(
                gatewayID: randomID(), status: DeliveryStatus.allCases.randomElement(using: &random) ?? .sent,
                reason: Bool.random(using: &random) ? "absent" : nil)
        }
        let gateway = Self.gateways.randomElement(using: &random) ?? ""
        let changes = try await store.noteAll(receipts.map { GatewayReceipt(gateway: gateway, receipt: $0) })
        return "tell \(receipts) of \(gateway): \(changes.sorted { $0.message < $1.message })"
    }

    private mutating func randomID() -> String { "\(Int.random(in: 1...6, using: &random))" }

    private mutating func advance() async throws -> String {
        let seconds = [1, 4, 10, 15, 16, 55, 60, 61, 125, 600].randomElement(using: &random) ?? 1
        try await time.advance(.seconds(seconds))
        return "\(seconds) s pass"
    }

    private mutating func check() async throws -> String {
        guard let request = requests.suffix(8).randomElement(using: &random) else { return "nothing to check" }
        let isRight = Int.random(in: 0..<3, using: &random) == 0
        let key = Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 0..<6, using: &random) : nil
        let byPhone = Int.random(in: 0..<4, using: &random) == 0
        let right = try await code(of: request)
        let attempt = CheckAttempt(
            byPhone ? .phone(request.phoneKey) : .request(request.id), of: app,
            code: TypedCode(
                isRight ? right : StoreBench.wrongCode(right), keys: StoreBench.ring,
                testNumbers: [test.phone.e164: test]),
            clientIP: addresses.randomElement(using: &random) ?? nil, rules: rules,
            idempotencyKey: key.flatMap { IdempotencyKey("check \($0)") })
        let verdict = try await store.check(attempt)
        note(verdict, key)
        return "check, right \(isRight), key \(key ?? -1): \(verdict)"
    }

    private func code(of request: VerificationRequest) async throws -> String {
        if request.phone == test.phone { return StoreBench.fixedCode }
        return StoreBench.code(of: try await store.verification(request.id, of: app).report?.id ?? request.id)
    }

    private mutating func note(_ verdict: CheckResult<NoRecord>, _ key: Int?) {
        let (report, isRight): (VerificationReport, Bool)
        switch verdict {
        case .approved(let approved): (report, isRight) = (approved, true)
        case .wrong(let wrong): (report, isRight) = (wrong, false)
        case .limited, .ended, .keyReused, .missing: return
        }
        if let key, let first = answered[key], first.verification == report.id, first.isRight == isRight { return }
        if let key { answered[key] = (report.id, report.phone, isRight) }
        if isRight {
            approvals[report.id, default: 0] += 1
            approvedBy[report.id] = report.request
            return
        }
        wrongTries[report.id, default: 0] += 1
        if report.phone != test.phone.e164 { wrongCodes.append((report.phone, time.now())) }
    }

    private mutating func cancel() async throws -> String {
        guard let request = requests.suffix(8).randomElement(using: &random) else { return "nothing to cancel" }
        return "cancel: \(try await store.cancel(request.id, of: app, tellsEvents: false))"
    }

    private mutating func show() async throws -> String {
        guard let request = requests.suffix(8).randomElement(using: &random) else { return "nothing to show" }
        return "show: \(try await store.verification(request.id, of: app))"
    }

    /// Erases a phone, and delivers its requests once more; afterwards no step uses these requests.
    ///
    /// Workers may still record the outcomes of the phone's messages under way.
    private mutating func erase() async throws -> String {
        guard let phone = requests.suffix(8).randomElement(using: &random)?.phone.e164 else { return "nobody to erase" }
        let count = try await store.erase(phone, of: [app])
        var kept: [VerificationRequest] = []
        for request in requests {
            let found = try await store.verification(request.id, of: app)
            if request.phone.e164 != phone, found != .missing(.unknown) {
                kept.append(request)
            } else {
                afterErasing.append(try await claim(request))
            }
        }
        requests = kept
        answered = answered.filter { $0.value.phone != phone }
        return "erase: \(count)"
    }
}
