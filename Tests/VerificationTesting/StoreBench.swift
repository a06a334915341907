import Synchronization
import Testing
import VerificationCore

/// A store as several workers see it, and short words for what they do to it.
///
/// No script waits for time to pass: where something has to be over, its span was zero from the beginning.
package struct StoreBench: Sendable {
    /// The same store, once for each worker.
    package let workers: [any AllSessionPorts]
    /// The store's time, to within a few minutes.
    package let now: Timestamp
    /// All sends to one phone are admitted, and nothing joins: each claim sends.
    package static let eager = SendingRules(
        resendAfter: .zero, maxSends: 100, sendsPerPhone: [RateLimit(1_000, per: .seconds(86_400))], sendsPerIP: [],
        sendsPerPrefix: [], sendsPerApp: [])

    private let numbers = Numbers()

    package init(workers: [any AllSessionPorts], now: Timestamp) {
        self.workers = workers
        self.now = now
    }

    package var store: any AllSessionPorts { workers[0] }

    /// A request that was never made before; ids grow.
    package func request(
        phone: String = "+491510001", app: String = "demo", deadline: Duration = .seconds(3_600),
        clientIP: String? = nil, key: String? = nil, metadata: [String: String] = [:]
    ) throws -> VerificationRequest {
        VerificationRequest(
            id: VerificationID(
                high: UInt64(now.milliseconds) << 16 | 0x7000, low: 0b10 << 62 | numbers.next()),
            app: try #require(AppID(app)), phone: try FakePhoneNumberParser().parse(phone),
            language: LanguageTag("de"), clientIP: try address(clientIP), metadata: metadata,
            idempotencyKey: key.flatMap { IdempotencyKey($0) }, requestedAt: now, deadline: now + deadline)
    }

    /// A test number of that phone.
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

    /// A worker's claim for a request.
    package func claim(
        _ request: VerificationRequest, rules: SendingRules = .standard, testNumber: TestNumber? = nil,
        lease: Duration = .seconds(60), token: UInt64? = nil, worker: Int = 0
    ) async throws(StoreProblem) -> Verdict {
        let claim = Claim(
            request: request, rules: rules, testNumber: testNumber, codeKey: "key", lease: lease,
            token: token ?? .random(in: 0 ... .max))
        return try await workers[worker % workers.count].claim(claim)
    }

    /// A claim that has to be sent.
    package func send(
        _ request: VerificationRequest, rules: SendingRules = .standard, testNumber: TestNumber? = nil,
        lease: Duration = .seconds(60), token: UInt64? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> SendOrder {
        let verdict = try await claim(request, rules: rules, testNumber: testNumber, lease: lease, token: token)
        return try #require(verdict.order, "\(verdict)", sourceLocation: sourceLocation)
    }

    /// A new verification, its message taken by a gateway.
    package func verification(
        phone: String = "+491510001", rules: SendingRules = .standard, clientIP: String? = nil, key: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> VerificationRequest {
        let request = try request(phone: phone, clientIP: clientIP, key: key)
        let order = try await send(request, rules: rules, sourceLocation: sourceLocation)
        try #require(await record(.accepted(gatewayID: "gw-1"), of: order, request, rules: rules))
        return request
    }

    package func record(
        _ outcome: SendRecord.Outcome, of order: SendOrder, _ request: VerificationRequest,
        rules: SendingRules = .standard, worker: Int = 0, isWritten: Bool = true
    ) async throws -> Bool {
        let language = try #require(LanguageTag("de"))
        let record = SendRecord(
            order: order, request: request, rules: rules, gateway: "gateway",
            text: isWritten ? MessageText("Ihr Code lautet 000000.", language: language) : nil, outcome: outcome)
        return try await workers[worker % workers.count].record(record)
    }

    /// What the store says of a verification now.
    package func report(
        _ request: VerificationRequest, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> VerificationReport {
        try #require(try await find(request).report, sourceLocation: sourceLocation)
    }

    /// What the request's id leads to.
    package func find(_ request: VerificationRequest) async throws(StoreProblem) -> FoundVerification {
        try await store.verification(request.id, of: request.app)
    }

    /// The keys that all workers and callers have; codes are made by `key`.
    package static let ring: KeyRing = {
        let secret = Base64.encodeForURL(Array(repeating: 7, count: 32))
        guard let ring = try? KeyRing("key:\(secret)") else { preconditionFailure("a well-formed ring") }
        return ring
    }()

    /// One try of the code of the verification that the request leads to.
    package func check(
        _ request: VerificationRequest, isRight: Bool, rules: SendingRules = .standard, testNumber: TestNumber? = nil,
        clientIP: String? = nil, key: String? = nil, byPhone: Bool = false, keys: KeyRing = StoreBench.ring,
        worker: Int = 0
    ) async throws -> CheckVerdict {
        let id = try await find(request).report?.id ?? request.id
        let right = testNumber == nil ? Self.code(of: id) : Self.fixedCode
        let code = TypedCode(
            isRight ? right : Self.wrongCode(right), keys: keys,
            testNumbers: testNumber.map { [$0.phone.e164: $0] } ?? [:])
        return try await workers[worker % workers.count].check(
            CheckAttempt(
                byPhone ? .phone(request.phoneKey) : .request(request.id), of: request.app, code: code,
                clientIP: try address(clientIP), rules: rules, idempotencyKey: key.flatMap { IdempotencyKey($0) }))
    }

    /// What a test number's person types.
    package static let fixedCode = "246810"

    /// The code of a verification that is no test number's.
    package static func code(of verification: VerificationID) -> String {
        ring.code(CodeRecipe(keyName: "key", digits: 6), of: verification) ?? ""
    }

    /// Another code of as many digits.
    package static func wrongCode(_ right: String) -> String {
        (right.hasPrefix("1") ? "2" : "1") + right.dropFirst()
    }

    /// Ends the verification that the request's id leads to.
    package func cancel(_ request: VerificationRequest) async throws(StoreProblem) -> VerificationReport? {
        try await store.cancel(request.id, of: request.app).report
    }

    /// Forgets what its app has on record of the request's phone; returns how many verifications there were.
    package func erase(_ request: VerificationRequest) async throws(StoreProblem) -> Int {
        try await store.erase(request.phone.e164, of: [request.app])
    }

    /// The results of `count` calls that run side by side, in no order.
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

extension CheckVerdict {
    package var isApproved: Bool {
        guard case .approved = self else { return false }
        return true
    }

    /// After a wrong code that was counted.
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
