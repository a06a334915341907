import Synchronization
import Testing
import VerificationCore

/// A store as several workers see it, and short words for what they do to it.
///
/// No script waits for time to pass: where something has to be over, its span was zero from the beginning.
package struct StoreBench: Sendable {
    /// The same store, once for each worker.
    package let workers: [any VerificationStore]
    /// The store's time, to within a few minutes.
    package let now: Timestamp
    /// All sends to one phone are admitted, and nothing joins: each claim sends.
    package static let eager = SendingRules(
        resendAfter: .zero, maxSends: 100, sendsPerPhone: [RateLimit(1_000, per: .seconds(86_400))])

    private let numbers = Numbers()

    package init(workers: [any VerificationStore], now: Timestamp) {
        self.workers = workers
        self.now = now
    }

    package var store: any VerificationStore { workers[0] }

    /// A request that was never made before; ids grow.
    package func request(
        phone: String = "+491510001", app: String = "demo", deadline: Duration = .seconds(3_600),
        metadata: [String: String] = [:]
    ) throws -> VerificationRequest {
        VerificationRequest(
            id: VerificationID(
                high: UInt64(now.milliseconds) << 16 | 0x7000, low: 0b10 << 62 | numbers.next()),
            app: try #require(AppID(app)), phone: try FakePhoneNumberParser().parse(phone),
            language: LanguageTag("de"), clientIP: IPAddress("2001:db8::1"), metadata: metadata, requestedAt: now,
            deadline: now + deadline)
    }

    /// A worker's claim for a request.
    package func claim(
        _ request: VerificationRequest, rules: SendingRules = .standard, lease: Duration = .seconds(60),
        token: UInt64? = nil, worker: Int = 0
    ) async throws(StoreProblem) -> Verdict {
        let claim = Claim(
            request: request, rules: rules, codeKey: "key", lease: lease, token: token ?? .random(in: 0 ... .max))
        return try await workers[worker % workers.count].claim(claim)
    }

    /// A claim that has to be sent.
    package func send(
        _ request: VerificationRequest, rules: SendingRules = .standard, lease: Duration = .seconds(60),
        token: UInt64? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> SendOrder {
        let verdict = try await claim(request, rules: rules, lease: lease, token: token)
        return try #require(verdict.order, "\(verdict)", sourceLocation: sourceLocation)
    }

    /// A new verification, its message taken by a gateway.
    package func verification(
        phone: String = "+491510001", rules: SendingRules = .standard
    ) async throws -> VerificationRequest {
        let request = try request(phone: phone)
        let order = try await send(request, rules: rules)
        try #require(await record(.accepted(gatewayID: "gw-1"), of: order, request, rules: rules))
        return request
    }

    package func record(
        _ outcome: SendRecord.Outcome, of order: SendOrder, _ request: VerificationRequest,
        rules: SendingRules = .standard, worker: Int = 0
    ) async throws -> Bool {
        let language = try #require(LanguageTag("de"))
        let record = SendRecord(
            order: order, phoneKey: request.phoneKey, rules: rules, gateway: "gateway",
            text: MessageText("Ihr Code lautet 000000.", language: language), outcome: outcome)
        return try await workers[worker % workers.count].record(record)
    }

    /// What the store says of a verification now.
    package func report(
        _ request: VerificationRequest, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> VerificationReport {
        try #require(
            try await store.verification(request.id, of: request.app), sourceLocation: sourceLocation)
    }

    /// Counts one try of a code and, where it was counted, ends it.
    package func check(
        _ request: VerificationRequest, isRight: Bool, worker: Int = 0
    ) async throws -> (counted: Bool, approved: Bool) {
        let store = workers[worker % workers.count]
        guard case .open(let check) = try await store.countCheck(request.id, of: request.app) else {
            return (false, false)
        }
        return (true, try await store.finishCheck(check, isRight: isRight).approved)
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
