import AMQP
import Bench
import Foundation
import Logging
import PostgreSQL
import RequestQueue
import SMSGateways
import Sandbox
import ServiceLifecycle
import SessionStore
import VerificationCore
import VerificationWorker

/// Queues, a schema and a worker of its own, for one measurement.
struct DrainRig {
    private static let app = AppID("bench")

    private let settings: Settings
    private let platform: Platform
    private let schema: ScratchSchema
    private let pool: PostgresPool
    private let database: PostgresConfiguration
    private let topology: QueueTopology
    private let witness: CountingGateway
    private let keys: KeyRing

    /// `gateway`: `sandbox`, or the URL of a webhook.
    init(_ settings: Settings, gateway: String) throws {
        self.settings = settings
        platform = try Platform(settings, role: "verifyd-bench")
        let name = "bench_" + String(UInt32.random(in: .min ... .max), radix: 36)
        database = try Platform.database(settings, role: "verifyd-bench", schema: name)
        pool = PostgresPool(database)
        schema = ScratchSchema(name, in: pool)
        topology = QueueTopology(prefix: name + ".", ladder: try settings.ladder())
        witness = CountingGateway(try Self.gateway(gateway, settings))
        keys = try KeyRing("bench:" + Self.secret())
    }

    /// Fills, drains, counts, and removes what it made, also when something fails.
    ///
    /// `days`: so many days before today get partitions too, as in an installation that has run for as long.
    func measure(
        messages: Int, reentrantEvery: Int, hasAddresses: Bool, days: Int
    ) async throws -> DrainReport {
        guard let app = Self.app else { throw SettingsProblem("no app") }
        try await explaining("database") { try await schema.make() }
        let result: Result<DrainReport, any Error>
        do {
            if days > 0 { try await PostgresMaintenance(pool: pool).makePartitions(back: days) }
            let plan = DrainPlan(
                app: app, requests: messages, reentrantEvery: reentrantEvery, hasAddresses: hasAddresses)
            result = .success(try await measure(plan))
        } catch {
            result = .failure(error)
        }
        await removeQueues()
        // A schema that stays behind does not change what was measured.
        try? await schema.drop()
        pool.close()
        return try result.get()
    }

    private func measure(_ plan: DrainPlan) async throws -> DrainReport {
        try await AppRegistry(pool: pool).save(
            App(id: plan.app, displayName: "verifyd bench", rules: Self.rules))
        note("filling \(topology.requests) with \(plan.requests) requests")
        let publishedIn = try await fill(plan)
        let filled = ResidentMemory.megabytes
        note("draining")
        let (reading, half) = try await drain(plan)
        let census = try await StoreCensus(of: plan.app, in: pool)
        return DrainReport(
            plan: plan, publishedIn: publishedIn, reading: reading, phones: witness.phones,
            recorded: .init(
                requests: census.requests, verifications: census.verifications,
                acceptedMessages: census.acceptedMessages),
            memory: .init(queueFilled: filled, half: half, end: ResidentMemory.megabytes))
    }

    /// As many limits as any app has, but so wide that none is met.
    private static var rules: SendingRules {
        let wide = RateLimit(1_000_000, per: .seconds(1))
        return SendingRules(sendsPerIP: [wide], sendsPerPrefix: [wide], sendsPerApp: [wide], regions: .all)
    }

    /// Publishes everything, 512 at a time, each confirmed.
    private func fill(_ plan: DrainPlan) async throws -> Duration {
        let publisher = AMQPRequestPublisher(platform.broker, topology: topology, logger: platform.logger)
        let running = Task { await publisher.run() }
        defer { running.cancel() }
        while !publisher.isReady { try await Task.sleep(for: .milliseconds(20)) }
        let start = ContinuousClock.now
        try await withThrowingTaskGroup { group in
            for lane in 0..<512 {
                group.addTask {
                    for index in stride(from: lane, to: plan.requests, by: 512) {
                        let request = plan.request(
                            index, keys: keys, now: Platform.now(), random: Platform.random())
                        if let request { try await publisher.publish(request, context: nil) }
                    }
                }
            }
            try await group.waitForAll()
        }
        return .now - start
    }

    /// - Returns: the reading at the end, and the memory when half of it was done.
    private func drain(_ plan: DrainPlan) async throws -> (MeteredInbox.Reading, half: Double) {
        let adapter = AMQPRequestInbox(
            platform.broker, topology: topology,
            prefetch: UInt16(try settings.number(.workerPrefetch)), random: Platform.random,
            logger: platform.logger)
        let inbox = MeteredInbox(adapter, expected: plan.requests)
        let parts = WorkerParts(
            store: PostgresVerificationStore(pool: pool),
            apps: PostgresAppDirectory(
                pool: pool, configuration: database, clock: platform.clock, logger: platform.logger),
            inbox: inbox,
            routes: try PacedRoutes(
                gateway: witness, maxInFlight: try settings.number(.gatewayInFlight)),
            phones: platform.phones, writer: try Platform.writer(), keys: keys,
            now: Platform.now, random: Platform.random)
        let worker = WorkerService(parts, logger: platform.logger)
        let connection = Task { await adapter.run() }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: worker, serviceName: "worker")], logger: platform.logger))
        let working = Task { try await group.run() }
        let half = await watch(inbox, until: plan.requests / 2)
        await inbox.untilFinished()
        await group.triggerGracefulShutdown()
        try await working.value
        await adapter.close()
        await connection.value
        return (inbox.now, half)
    }

    /// Memory at the moment when `count` requests have been settled.
    private func watch(_ inbox: MeteredInbox, until count: Int) async -> Double {
        while inbox.now.acknowledged < count { try? await Task.sleep(for: .milliseconds(50)) }
        return ResidentMemory.megabytes
    }

    private func removeQueues() async {
        let client = AMQPClient(platform.broker)
        // A queue that stays behind does not change what was measured.
        for queue in topology.queues { _ = try? await client.delete(queue: queue) }
        await client.close()
    }

    private func note(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    private static func gateway(_ name: String, _ settings: Settings) throws -> any SMSGateway {
        if name == "sandbox" { return SandboxGateway(inbox: SandboxInbox(), now: Platform.now) }
        var webhook = WebhookSettings(url: name, secret: "whsec_" + secret())
        webhook.connections = try settings.number(.gatewayInFlight)
        do {
            return try WebhookGateway(settings: webhook, now: Platform.now)
        } catch {
            throw SettingsProblem("--gateway \(error.code.rawValue)")
        }
    }

    private static func secret() -> String {
        Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
    }
}
