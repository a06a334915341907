import Synchronization
import Testing
import VerificationCore

/// A store as several workers see it, with short names for what they do to it.
///
/// No script waits for time to pass. A lease or a code that has to be over was made with a span of zero.
package struct StoreBench: Sendable {
    /// The same store, as each worker sees it.
    package let workers: [any VerificationStore]
    /// The store's time, right to a few minutes.
    package let now: Timestamp
    /// Rules that admit every send to a phone at once, so that each claim sends and no request joins.
    package static let eager = SendingRules(
        resendAfter: .zero, maxSends: 100, sendsPerPhone: [RateLimit(1_000, per: .seconds(86_400))], sendsPerIP: [],
        sendsPerPrefix: [], sendsPerApp: [])

    /// Whether the app has an endpoint for events.
    package var tellsEvents = false

    private let numbers = Numbers()
    private let knowledge: (any ChangeKnowledge)?

    /// `knowledge`: what the workers know of changes; nil where nobody changes any settings.
    package init(workers: [any VerificationStore], now: Timestamp, knowledge: (any ChangeKnowledge)? = nil) {
        self.workers = workers
        self.now = now
        self.knowledge = knowledge
    }

    package var store: any VerificationStore { workers[0] }

    /// Makes a new request; each request's id is greater than the ids before it.
    package func request(
        phone: String = "+491510001", app: String = "demo", deadline: Duration = .seconds(3_600),
        clientIP: String? = nil, asker: Asker = .backend, appVerification: AppVerification? = nil, key: String? = nil,
        metadata: [String: String] = [:]
    ) throws -> VerificationRequest {
        VerificationRequest(
            id: VerificationID(
                high: UInt64(now.milliseconds) << 16 | 0x7000, low: 0b10 << 62 | numbers.next()),
            app: try #require(AppID(app)), phone: try FakePhoneNumberParser().parse(phone),
            language: LanguageTag("de"), clientIP: try address(clientIP), asker: asker,
            appVerification: appVerification,
            metadata: metadata,
            idempotencyKey: key.flatMap { IdempotencyKey($0) }, requestedAt: now, deadline: now + deadline)
    }

    /// Makes a test number for the phone, with `fixedCode` as its code.
    package func testNumber(
        _ phone: String = "+491510009", scenario: TestNumber.Scenario? = nil, expiresAt: Timestamp? = nil
    ) throws -> TestNumber {
        let code = Self.ring.seal(code: Self.fixedCode, of: phone, app: try #require(AppID("demo")))
        return TestNumber(
            id: VerificationID(high: UInt64(now.milliseconds) << 16 | 0x7000, low: 0b10 << 62 | numbers.next()),
            phone: try FakePhoneNumberParser().parse(phone), code: try #require(code), scenario: scenario,
            expiresAt: expiresAt)
    }

    private func address(_ text: String?) throws -> IPAddress? {
        try text.map { try #require(IPAddress($0)) }
    }

    /// Claims a request as the worker with this number.
    package func claim(
        _ request: VerificationRequest, rules: SendingRules = .standard, testNumber: TestNumber? = nil,
        lease: Duration = .seconds(60), token: UInt64? = nil, basis: ClaimBasis? = nil, trace: TraceID? = nil,
        worker: Int = 0
    ) async throws(StoreError) -> Verdict {
        if basis == nil { await knowledge?.catchUp() }
        let basis = basis ?? knowledge?.basis(for: request.app) ?? .none
        let claim = Claim(
            request: request, rules: rules, testNumber: testNumber, codeKey: "key", lease: lease,
            token: token ?? .random(in: 0 ... .max), tellsEvents: tellsEvents, basis: basis, trace: trace)
        return try await workers[worker % workers.count].claim(claim)
    }

    /// Claims a request, and requires that the verdict is to send.
    package func send(
        _ request: VerificationRequest, rules: SendingRules = .standard, testNumber: TestNumber? = nil,
        lease: Duration = .seconds(60), token: UInt64? = nil, trace: TraceID? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> SendOrder {
        let verdict = try await claim(
            request, rules: rules, testNumber: testNumber, lease: lease, token: token, trace: trace)
        return try #require(verdict.order, "\(verdict)", sourceLocation: sourceLocation)
    }

    /// Makes a new verification whose message a gateway has accepted; returns its request.
    package func verification(
        phone: String = "+491510001", rules: SendingRules = .standard, clientIP: String? = nil,
        asker: Asker = .backend, key: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> VerificationRequest {
        let request = try request(phone: phone, clientIP: clientIP, asker: asker, key: key)
        let order = try await send(request, rules: rules, sourceLocation: sourceLocation)
        try #require(await record(.accepted(gatewayID: "gw-1"), of: order, request, rules: rules))
        return request
    }

    /// Records an outcome; false when it is stale.
    package func record(
        _ outcome: SendRecord.Outcome, of order: SendOrder, _ request: VerificationRequest,
        rules: SendingRules = .standard, gateway: String = "gateway", reportsDelivery: Bool = false, worker: Int = 0,
        isWritten: Bool = true, calls: [CallReport] = []
    ) async throws -> Bool {
        let language = try #require(LanguageTag("de"))
        let record = SendRecord(
            order: order, request: request, rules: rules, gateway: gateway, reportsDelivery: reportsDelivery,
            text: isWritten ? MessageText("Ihr Code lautet 000000.", language: language) : nil, outcome: outcome,
            calls: calls, tellsEvents: tellsEvents)
        return try await workers[worker % workers.count].record(record).isSaved
    }

    /// Reads the verification to which the request's id leads, and requires that there is such a verification.
    package func report(
        _ request: VerificationRequest, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> VerificationReport {
        try #require(try await find(request).report, sourceLocation: sourceLocation)
    }

    /// Reads what the request's id leads to.
    package func find(_ request: VerificationRequest) async throws(StoreError) -> FoundVerification<NoRecord> {
        try await store.verification(request.id, of: request.app)
    }

    /// The key ring of all workers and callers; its only key has the name `key`.
    package static let ring: KeyRing = {
        let secret = Base64.encodeForURL(Array(repeating: 7, count: 32))
        guard let ring = try? KeyRing("key:\(secret)") else { preconditionFailure("a well-formed ring") }
        return ring
    }()

    /// Checks a right or a wrong code of the verification to which the request leads.
    package func check(
        _ request: VerificationRequest, isRight: Bool, rules: SendingRules = .standard, testNumber: TestNumber? = nil,
        clientIP: String? = nil, asker: Asker = .backend, key: String? = nil, byPhone: Bool = false,
        keys: KeyRing = StoreBench.ring,
        worker: Int = 0
    ) async throws -> CheckResult<NoRecord> {
        let id = try await find(request).report?.id ?? request.id
        let right = testNumber == nil ? Self.code(of: id) : Self.fixedCode
        let code = TypedCode(
            isRight ? right : Self.wrongCode(right), keys: keys,
            testNumbers: testNumber.map { [$0.phone.e164: $0] } ?? [:])
        return try await workers[worker % workers.count].check(
            CheckAttempt(
                byPhone ? .phone(request.phoneKey) : .request(request.id), of: request.app, code: code,
                clientIP: try address(clientIP), asker: asker, rules: rules,
                idempotencyKey: key.flatMap { IdempotencyKey($0) },
                tellsEvents: tellsEvents))
    }

    /// The right code of each test number.
    package static let fixedCode = "246810"

    /// The right code of a verification of any other number.
    package static func code(of verification: VerificationID) -> String {
        ring.code(CodeRecipe(keyName: "key", digits: 6), of: verification) ?? ""
    }

    /// A different code of the same length.
    package static func wrongCode(_ right: String) -> String {
        (right.hasPrefix("1") ? "2" : "1") + right.dropFirst()
    }

    /// Ends the verification that the request's id leads to.
    package func cancel(_ request: VerificationRequest) async throws(StoreError) -> VerificationReport? {
        try await store.cancel(request.id, of: request.app, tellsEvents: tellsEvents).report
    }

    /// Erases the request's phone for the request's app; returns how many verifications there were.
    package func erase(_ request: VerificationRequest) async throws(StoreError) -> Int {
        try await store.erase(request.phone.e164, of: [request.app])
    }

    /// Runs `count` calls side by side; returns their results in the order in which the calls end.
    package func atOnce<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup { group in
            for number in 0..<count { group.addTask { try await body(number) } }
            var values: [Value] = []
            for try await value in group { values.append(value) }
            return values
        }
    }

    private final class Numbers: Sendable {
        private let last = Mutex<UInt64>(0)

        func next() -> UInt64 {
            last.withLock { last in
                last += 1
                return last
            }
        }
    }
}

extension FoundVerification {
    package var report: VerificationReport? {
        guard case .found(let report) = self else { return nil }
        return report
    }
}

extension Recorded {
    package var isSaved: Bool { self != .stale }
}

extension CheckResult {
    package var isApproved: Bool {
        guard case .approved = self else { return false }
        return true
    }

    /// The report after a wrong code that was counted; nil for any other verdict.
    package var wrong: VerificationReport? {
        guard case .wrong(let report) = self else { return nil }
        return report
    }

    package var ended: VerificationReport? {
        guard case .ended(let report) = self else { return nil }
        return report
    }

    package var limit: LimitReached? {
        guard case .limited(let reached) = self else { return nil }
        return reached
    }
}

extension Verdict {
    package var order: SendOrder? {
        guard case .send(let order) = self else { return nil }
        return order
    }

    package var joined: LiveSummary? {
        guard case .duplicate(let summary) = self else { return nil }
        return summary
    }

    package var limit: LimitReached? {
        guard case .limited(let reached) = self else { return nil }
        return reached
    }

    package var isLeased: Bool {
        guard case .leased = self else { return false }
        return true
    }
}
