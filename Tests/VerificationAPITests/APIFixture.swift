import HTTPService
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import MetricsTestKit
import NIOCore
import Operations
import PhoneNumbers
import Synchronization
import Telemetry
import VerificationCore
import VerificationTesting
import Verifications

@testable import VerificationAPI

/// The API over fakes: real phone numbers, real rules, a clock that stands still, and a worker that a test plays.
final class APIFixture: Sendable {
    /// Of scope admin.
    static let key = "vfd_the-key-of-the-demo-app"
    static let sendingKey = "vfd_the-key-of-the-demo-app's-backend"
    static let otherKey = "vfd_the-key-of-another-app"

    /// Not at midnight, where the ids of idempotency keys begin.
    let world = InMemoryWorld(clock: ManualClock(Timestamp(seconds: 1_767_229_200)))
    let queue = RecordingQueue()
    /// Where receipts go, and what the provider of the gateway `main` signs.
    var receipts: InMemoryQueue { world.queue(of: .receipts) }
    let reader = ScriptedReceiptReader()
    let keyRing: KeyRing
    let app: App
    let logs: InMemoryLogHandler
    let metrics = TestMetrics()
    let spans = RecordedSpans()
    private let traces: Bool
    private let throttle: CallThrottle
    let watch: StatusWatch
    var clock: ManualClock { world.clock }
    private let chance = Mutex<UInt64>(0x1234_5678_9ABC_DEF0)

    init(
        rules: SendingRules = .standard, logLevel: Logger.Level = .trace, throttle: CallThrottle = CallThrottle(),
        traces: Bool = false, watch: (any VerificationStore) -> StatusWatch = { StatusWatch($0) }
    ) throws {
        self.traces = traces
        self.throttle = throttle
        self.watch = watch(world)
        keyRing = try KeyRing("k1:" + Base64.encodeForURL(Array(repeating: 7, count: 32)))
        let (demo, other) = (try AppID.named("demo"), try AppID.named("other"))
        app = App(id: demo, displayName: "Demo", rules: rules)
        let neighbour = App(id: other, displayName: "Other")
        world.put(app, keys: [APIKeyHash(of: Self.key): .admin, APIKeyHash(of: Self.sendingKey): .send])
        world.put(neighbour, keys: [APIKeyHash(of: Self.otherKey): .admin])
        var logs = InMemoryLogHandler()
        logs.logLevel = logLevel
        self.logs = logs
    }

    private func apiPorts(_ queue: any JobPublisher) -> APIPorts {
        let ports = VerificationPorts(
            queue: queue, store: world,
            ids: RequestIDs(
                keyRing: keyRing, codeKeys: world,
                random: {
                    self.chance.withLock { chance in
                        chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                        return chance
                    }
                }),
            phones: PlanParser(),
            facts: Facts(
                statistics: [FactMetrics(of: .calls(countries: ["DE", "US"]), factory: metrics).hear]),
            now: { self.clock.now })
        let intake = ReceiptIntake(
            ["main": ReceiptIntake.Source(url: "https://verify.example/v1/receipts/main", reader: reader)],
            queue: receipts, now: { self.clock.now }, mostAtOnce: 2)
        let permits = Permits(
            audit: world,
            policy: .wanted { [logger] problem in logger.error("no line", metadata: [LogKeys.error: "\(problem)"]) })
        return APIPorts(
            apps: world, phones: PlanParser(), ports: ports, watch: watch,
            testNumbers: TestNumberService(
                store: world, keyRing: keyRing, permits: permits, now: ports.now, random: ports.ids.random),
            verifications: VerificationService(store: world, apps: world, permits: permits), receipts: intake,
            throttle: throttle)
    }

    private var logger: Logger {
        let handler = logs
        return Logger(label: "api", factory: { _ in handler })
    }

    /// The API over the fakes.
    func surface(readiness: Readiness = Readiness(), over queue: (any JobPublisher)? = nil) -> Surface {
        APIRoutes.surface(
            apiPorts(queue ?? self.queue), readiness: readiness, metricsFactory: metrics,
            tracer: traces ? spans.tracer : .off, logger: logger)
    }

    func application(
        readiness: Readiness = Readiness(), over queue: (any JobPublisher)? = nil,
        adding: (Router<CallContext>) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let router = surface(readiness: readiness, over: queue).makeRouter()
        adding(router)
        return Application(router: router, server: ServerLimits.server(), logger: logger)
    }

    /// Runs `body` with a client that calls the router directly.
    func serve<Value>(
        readiness: Readiness = Readiness(), over queue: (any JobPublisher)? = nil,
        adding: (Router<CallContext>) -> Void = { _ in }, _ body: @Sendable (APIClient) async throws -> Value
    ) async throws -> Value {
        try await application(readiness: readiness, over: queue, adding: adding).test(.router) {
            try await body(APIClient(client: $0))
        }
    }

    /// What a worker does with a request, up to a gateway that accepts.
    func work(
        _ request: VerificationRequest, outcome: SendRecord.Outcome = .accepted(gatewayID: "g-1"),
        codeKey: String? = nil
    ) async throws -> Verdict {
        let claim = Claim(
            request: request, rules: app.rules, codeKey: codeKey ?? keyRing.currentName, lease: .seconds(30), token: 1)
        let verdict = try await world.claim(claim)
        _ = try await record(verdict, request, outcome: outcome)
        return verdict
    }

    /// What a worker records of a verdict to send; false for any other.
    func record(
        _ verdict: Verdict, _ request: VerificationRequest, outcome: SendRecord.Outcome = .accepted(gatewayID: "g-1")
    ) async throws -> Bool {
        guard case .send(let order) = verdict, let english = LanguageTag("en") else { return false }
        let record = SendRecord(
            order: order, request: request, rules: app.rules, gateway: "sandbox",
            text: MessageText("Your code is 123456", language: english), outcome: outcome)
        return try await world.record(record).isSaved
    }

    /// Asks for a verification over HTTP and lets a worker send it.
    func started(
        _ api: APIClient, phone: String = "+14155552123", codeKey: String? = nil, session: String? = nil
    ) async throws -> VerificationID {
        let metadata = session.map { #","metadata":{"session":"\#($0)"}"# } ?? ""
        _ = try await api.post("/v1/verifications", #"{"phoneNumber":"\#(phone)"\#(metadata)}"#)
        guard let request = queue.published.last else { throw Missing.request }
        _ = try await work(request.request, codeKey: codeKey)
        return request.request.id
    }

    func code(of id: VerificationID) throws -> String {
        guard let code = keyRing.code(CodeRecipe(keyName: keyRing.currentName, digits: 6), of: id) else {
            throw Missing.code
        }
        return code
    }

    /// A code that is certainly wrong; another one for each number up to 8.
    func wrongCode(of id: VerificationID, _ number: Int = 0) throws -> String {
        let right = try code(of: id)
        let first = (Int(right.prefix(1)) ?? 0) + 1 + number
        return String(first % 10) + right.dropFirst()
    }
}

enum Missing: Error {
    case request
    case code
    case name
}

extension AppID {
    static func named(_ name: String) throws -> AppID {
        guard let id = AppID(name) else { throw Missing.name }
        return id
    }
}
