import AccountCore
import Dashboard
import HTTPService
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Operations
import StrictJSON
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

/// The whole dashboard over memory, with an operator of each role.
struct DashboardFixture {
    static let base = "/a/b"

    let world: InMemoryWorld
    let queue: InMemoryQueue
    let broker: ScriptedBrokerProbe
    let operatorService: OperatorService
    let queries: CachedQueries
    let routes: DashboardRoutes
    var clock: ManualClock { world.clock }

    /// Over a world that a test may have filled.
    ///
    /// `workers`: what workers say; nil for the registry. `factors`: whether people prove a second factor. `provider`: where
    /// they sign in; nil for passwords alone.
    init(
        _ world: InMemoryWorld = InMemoryWorld(), workers: (any WorkerRegistry)? = nil,
        factors: SecondFactorPolicy = SecondFactorPolicy(.optional, keyRing: nil),
        provider: (any SignOnProvider)? = nil
    ) async throws {
        let (clock, queue) = (world.clock, world.queue(of: .requests))
        (self.world, self.queue) = (world, queue)
        broker = ScriptedBrokerProbe { queue.reports() }
        let tokens = Mutex<UInt8>(0)
        operatorService = OperatorService(
            store: world, audit: world, now: { clock.now },
            random: { count in
                let next = tokens.withLock { token in
                    token += 1
                    return token
                }
                return [UInt8](repeating: next, count: count)
            }, policy: factors)
        queries = CachedQueries(
            broker: broker, workers: workers ?? world, audit: world,
            tallies: world, marks: world, blocks: world, now: { clock.now })
        let permits = Permits(audit: world)
        let gateways = GatewayService(
            Self.gateways, statuses: queries.gateways, switches: world, tallies: world, audit: world,
            permits: permits, now: { clock.now })
        let situation = SituationWatch(queries, gatewayList: Self.gateways, now: { clock.now })
        routes = try DashboardRoutes(
            DashboardPorts(
                operators: operatorService,
                overviews: Overviews(
                    queries: queries, situation: situation,
                    events: EventWatch(outbox: world, apps: world, tallies: world, now: { clock.now }),
                    failures: FailureQueries(tallies: world, dead: queue, now: { clock.now }),
                    countries: CountryQueries(tallies: world, now: { clock.now }),
                    proofs: AppProofQueries(tallies: world, now: { clock.now }),
                    apps: AppQueries(tallies: world, apps: world, now: { clock.now }),
                    incidents: Incidents(
                        kept: IncidentQueries(world, tallies: world, now: { clock.now }),
                        acknowledgements: AcknowledgementService(
                            store: world, watch: situation, permits: permits, now: { clock.now }))),
                traffic: Traffic(
                    queues: QueueService(workers: workers ?? world, permits: permits), gateways: gateways,
                    deadLetters: DeadLetterService(dead: queue, permits: permits, now: { clock.now }),
                    history: QueueHistory(world, now: { clock.now })),
                numbers: NumberRules(
                    limits: LimitService(
                        limits: world, apps: world, tallies: world, permits: permits, now: { clock.now }),
                    blocks: BlockService(
                        store: world, phones: FakePhoneNumberParser(), permits: permits, now: { clock.now }),
                    tests: TestNumberService(
                        store: world, keyRing: StoreBench.ring, permits: permits, now: { clock.now },
                        random: { 1 }),
                    phones: FakePhoneNumberParser()),
                records: Records(finder: world, permits: permits, now: { clock.now }),
                audit: AuditService(
                    audit: world, newest: queries.newestLines, permits: permits, now: { clock.now }),
                installation: Self.installation(provider, store: world, operators: operatorService),
                now: { clock.now }))
    }

    private static let gateways = GatewayList(
        members: [
            .init(name: "main", kind: "sandbox", inFlight: 10, perSecond: 5),
            .init(
                name: "backup", kind: "twilio", inFlight: 10, perSecond: 5,
                statusPage: "https://status.example.com/?a=1&b=2"),
        ],
        routes: [
            GatewayRoute(region: "FR", target: RouteTargets(first: [.init("main")])),
            GatewayRoute(target: RouteTargets(first: [.init("main", weight: 3), .init("backup")], learns: true)),
        ])

    private static func installation(
        _ provider: (any SignOnProvider)?, store: InMemoryWorld, operators: OperatorService
    ) -> Installation {
        Installation(
            base: base, environment: "TEST <1>", process: process,
            traceViewer: "https://traces.example.com/t/{trace}",
            signOn: provider.map { SignOnService(signOn, provider: $0, store: store, operators: operators) })
    }

    private static let signOn = SignOnPlan(
        SignOnClient(issuer: "https://id.example", id: "dash", secret: nil),
        policy: SignOnPolicy(claim: "groups", roles: ["oncall": .operator], fallback: nil), scopes: "openid",
        dashboard: "https://ops.example" + base, label: "Sign in with <ID>")

    private static let process = ProcessFacts(
        version: "9.9", host: "host <1>", processID: 4_711, startedAt: Timestamp(seconds: 1_767_225_600),
        settings: [
            .init(
                name: "amqp.url", environmentName: "VERIFYD_AMQP_URL", value: "(secret)", origin: "environment",
                isSecret: true, summary: "RabbitMQ"),
            .init(
                name: "http.port", environmentName: "VERIFYD_HTTP_PORT", value: "8080", origin: "default",
                isSecret: false, summary: "the port"),
            .init(
                name: "routes", environmentName: nil, value: nil, origin: nil, isSecret: false, summary: "a list"),
        ], warnings: ["phone is the only way in"])

    /// Runs `body` with a client that calls the routes directly.
    func serve(_ body: @Sendable (DashboardClient) async throws -> Void) async throws {
        try await addPeople()
        let router = routes.surface(logger: Logger(label: "dashboard")).makeRouter()
        try await Application(router: router).test(.router) { client in
            try await body(DashboardClient(client: client, fixture: self))
        }
    }

    private func addPeople() async throws {
        for role in OperatorRole.allCases {
            let name = try #require(OperatorName(role.rawValue))
            let hash = try #require(PasswordHash.ofCorrectHorse)
            try world.save(Operator(name: name, role: role), password: hash)
        }
        await operatorService.refresh()
    }
}

/// A browser, or a program that calls the twins.
struct DashboardClient {
    let client: any TestClientProtocol
    let fixture: DashboardFixture

    /// A browser's cookies after its operator has signed in.
    func cookies(of role: OperatorRole) async throws -> String {
        let name = try #require(OperatorName(role.rawValue))
        let token = "a-session-of-\(role.rawValue)"
        let session = OperatorSession(
            tokenHash: OperatorSession.hash(of: token), name: name, beganAt: fixture.clock.now)
        let stored = try #require(try fixture.world.operators().first { $0.person.name == name })
        #expect(try fixture.world.begin(session, knowing: stored.changedAt))
        await fixture.operatorService.refresh()
        return "__Host-verifyd=\(token)"
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, cookies: String? = nil, form: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        if method == .post, headers.isEmpty { headers[HTTPField.Name("Sec-Fetch-Site") ?? .origin] = "same-origin" }
        if let cookies { headers[.cookie] = cookies }
        if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        return try await client.execute(
            uri: DashboardFixture.base + path, method: method, headers: headers,
            body: form.map { ByteBuffer(string: $0) })
    }

    func page(_ path: String, cookies: String) async throws -> String {
        let answer = try await send(.get, path, cookies: cookies)
        #expect(answer.status == .ok, "\(path)")
        return String(buffer: answer.body)
    }

    func twin(_ path: String, cookies: String) async throws -> JSONValue {
        let answer = try await send(.get, "/api/v1" + path, cookies: cookies)
        #expect(answer.status == .ok && answer.headers[.contentType] == "application/json", "\(path)")
        return try JSONValue(parsing: answer.body.readableBytesView)
    }
}
