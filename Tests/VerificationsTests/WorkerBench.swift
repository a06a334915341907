import Languages
import Logging
import Messages
import ServiceLifecycle
import Telemetry
import TestSupport
import Testing
import VerificationCore
import VerificationTesting
import Verifications

/// A worker among fakes, and what happened to them.
struct WorkerBench: Sendable {
    static let rules = SendingRules(sendsPerPhone: [RateLimit(5, per: .seconds(600))])
    /// Half a minute may pass on a busy machine between a claim and its call before the lease is too short.
    static let settings = WorkerTimes(
        gatewayDeadline: .seconds(60), drainDeadline: .seconds(60), storeProbe: .milliseconds(1))

    let store: WatchedStore
    let queue: InMemoryQueue
    let receipts: InMemoryQueue
    let recording: RecordingGateway
    let routes: CountingRoutes
    let inbox: WatchedInbox
    let requests: StoreBench
    let tallies = TallyBuffer()
    var tracer = Tracer.off
    var keys = "k:" + String(repeating: "AQEB", count: 10) + "AQE="

    /// With a store and a queue of its own, with those of a worker that has stopped, or with another worker's queue alone.
    init(
        gateway: (any SMSGateway)? = nil, then others: [any SMSGateway] = [], places: Int = .max,
        honorsIdempotencyKeys: Bool = false,
        sharing bench: WorkerBench? = nil, queue shared: InMemoryQueue? = nil
    ) {
        store = bench?.store ?? WatchedStore()
        queue = shared ?? bench?.queue ?? store.world.queue(of: .requests)
        receipts = store.world.queue(of: .receipts)
        recording = RecordingGateway(honorsIdempotencyKeys: honorsIdempotencyKeys)
        routes = CountingRoutes(gateways: [gateway ?? recording] + others, places: places)
        inbox = WatchedInbox(queue.openInbox())
        requests = StoreBench(workers: [store.world], now: store.world.clock.now)
    }

    /// Runs a worker while `body` runs, then stops it in an orderly way; no place at a gateway may be left taken.
    func run(
        rules: SendingRules = Self.rules, testNumbers: [TestNumber] = [], settings: WorkerTimes = Self.settings,
        changes: (any ChangeKnowledge)? = nil, log: any LogHandler = SwiftLogNoOpLogHandler(),
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: (_ stop: @escaping @Sendable () async -> Void) async throws -> Void
    ) async throws {
        let logger = Logger(label: "test") { _ in log }
        var app = App(id: try #require(AppID("demo")), displayName: "Demo", rules: rules)
        for number in testNumbers { app.testNumbers[number.phone.e164] = number }
        store.world.put(app)
        let parts = WorkerPorts(
            store: store, routes: routes, receipts: receipts,
            rules: RulesInForce(apps: store.world, changes: changes ?? store.world),
            maker: MessageMaker(
                phones: FakePhoneNumberParser(), keys: try KeyRing(keys),
                writer: MessageWriter(catalog: try .embedded(languages: ICULanguageData()))),
            telemetry: WorkerTelemetry(
                facts: Facts(
                    statistics: [tallies.hear],
                    records: [
                        FactLog(logger).hear,
                        FactSpans(exchange: "x", routingKey: "request", queue: "x.requests").hear,
                    ]),
                tracer: tracer),
            now: { [clock = store.world.clock] in clock.now }, random: { .random(in: 0 ... .max) })
        let gate = StoreGate(examine: store.examine, probe: settings.storeProbe, logger: logger)
        let group = ServiceGroup(
            services: [JobWorker(parts, from: inbox, settings: settings, gate: gate, logger: logger)], logger: logger)
        let intake = Intake(gate, routes: routes, inboxes: [inbox], grace: .milliseconds(1), logger: logger)
        let tasks = [Task { await intake.keep() }, Task { await gate.keep() }]
        defer { for task in tasks { task.cancel() } }
        let running = Task { try await group.run() }
        let result = await Result.catching { try await body { await group.triggerGracefulShutdown() } }
        await group.triggerGracefulShutdown()
        try await running.value
        try result.get()
        #expect(routes.taken == routes.released, sourceLocation: sourceLocation)
    }

    /// Publishes a request, waits until the worker is done with it, and returns the worker's answer.
    ///
    /// The test's time limit ends a wait that is in vain.
    func ask(_ request: VerificationRequest) async throws -> RequestAnswer? {
        let answer = try await queue.publish(request, context: nil, answerWithin: .seconds(600))
        await queue.idle()
        return answer
    }

    /// Publishes a request and returns when it has been settled.
    func handle(_ request: VerificationRequest) async throws {
        try await queue.publish(request, context: nil)
        await queue.idle()
    }

    func report(_ request: VerificationRequest) async throws -> VerificationReport {
        try await requests.report(request)
    }
}

extension RequestAnswer {
    var sentStatus: MessageStatus? {
        guard case .sent(_, let status, _) = self else { return nil }
        return status
    }

    var language: String? {
        guard case .sent(_, _, let language) = self else { return nil }
        return language
    }

    var summary: LiveSummary? {
        switch self {
        case .sent(let summary, _, _), .duplicate(let summary), .retrying(let summary): summary
        case .limited, .refused, .expired, .failed, .known, .keyReused: nil
        }
    }

    var limit: LimitReached? {
        guard case .limited(let reached) = self else { return nil }
        return reached
    }
}
