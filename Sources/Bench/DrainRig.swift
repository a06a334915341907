import AMQP
import Assembly
import Foundation
import RequestQueue
import SMSGateways
import Sandbox
import ServiceLifecycle
import SessionStore
import VerificationCore

/// An installation with queues, a schema and a worker of its own, for a single measurement.
package struct DrainRig {
    private static let app = AppID("bench")

    private let adapters: Adapters
    private let schema: ScratchSchema
    private let witness: CountingGateway
    private let maxInFlight: Int
    private let keys: KeyRing

    /// Connects to nothing yet; throws `SettingsProblem` when a setting or the URL is wrong.
    ///
    /// `gateway`: `sandbox`, or the URL of a webhook.
    package init(_ settings: Settings, gateway: String) throws {
        let name = "bench_" + String(UInt32.random(in: .min ... .max), radix: 36)
        let secret = "bench:" + Self.secret()
        let own = settings.setting(QueueSettings.prefix, to: name + ".").setting(CodeSettings.keys, to: secret)
        adapters = try Adapters(own, role: "verifyd-bench", schema: name)
        schema = ScratchSchema(name, in: adapters.pool)
        maxInFlight = try settings.places(of: .single)
        witness = CountingGateway(try Self.gateway(gateway, connections: maxInFlight))
        keys = try KeyRing(secret)
    }

    /// Fills the queue, drains it and counts the rows; then removes its queues and its schema, also after a failure.
    ///
    /// `days`: how many days before today get partitions too, as in an installation that has run for so many days.
    package func measure(
        messages: Int, reentrantEvery: Int, hasAddresses: Bool, days: Int
    ) async throws -> DrainReport {
        guard let app = Self.app else { throw SettingsProblem("no app") }
        let result: Result<DrainReport, any Error>
        do {
            try await schema.make()
            if days > 0 { try await PostgresMaintenance(pool: adapters.pool).makePartitions(back: days) }
            let plan = DrainPlan(
                app: app, requests: messages, reentrantEvery: reentrantEvery, hasAddresses: hasAddresses)
            result = .success(try await measure(plan))
        } catch {
            result = .failure(error)
        }
        await removeQueues()
        // If the schema cannot be dropped, the result is still right.
        try? await schema.drop()
        adapters.close()
        return try result.get()
    }

    private func measure(_ plan: DrainPlan) async throws -> DrainReport {
        try await AppRegistry(pool: adapters.pool).save(
            App(id: plan.app, displayName: "verifyd bench", rules: Self.rules))
        note("filling \(adapters.topology.requests) with \(plan.requests) requests")
        let publishedIn = try await fill(plan)
        let filled = ResidentMemory.megabytes
        note("draining")
        let (reading, half) = try await drain(plan)
        let census = try await StoreCensus(of: plan.app, in: adapters.pool)
        return DrainReport(
            plan: plan, publishedIn: publishedIn, reading: reading, phones: witness.phones,
            recorded: .init(
                requests: census.requests, verifications: census.verifications,
                acceptedMessages: census.acceptedMessages),
            memory: .init(queueFilled: filled, half: half, end: ResidentMemory.megabytes))
    }

    /// Limits of every kind, so that PostgreSQL counts each; no request of the plan reaches any of them.
    private static var rules: SendingRules {
        let wide = RateLimit(1_000_000, per: .seconds(1))
        return SendingRules(sendsPerIP: [wide], sendsPerPrefix: [wide], sendsPerApp: [wide], regions: .all)
    }

    /// Publishes all requests, at most 512 at a time, and waits for each confirm; returns how long this took.
    private func fill(_ plan: DrainPlan) async throws -> Duration {
        let publisher = AMQPRequestPublisher(adapters.broker, topology: adapters.topology, logger: adapters.logger)
        let running = Task { await publisher.run() }
        defer { running.cancel() }
        while !publisher.isReady { try await Task.sleep(for: .milliseconds(20)) }
        let start = ContinuousClock.now
        try await withThrowingTaskGroup { group in
            for lane in 0..<512 {
                group.addTask {
                    for index in stride(from: lane, to: plan.requests, by: 512) {
                        let request = plan.request(
                            index, keys: keys, now: Machine.now(), random: Machine.random())
                        if let request { try await publisher.publish(request, context: nil) }
                    }
                }
            }
            try await group.waitForAll()
        }
        return .now - start
    }

    /// - Returns: The reading at the end, and the memory in megabytes when half of the requests were acknowledged.
    private func drain(_ plan: DrainPlan) async throws -> (MeteredInbox.Reading, half: Double) {
        let queue = try adapters.makeInbox()
        let inbox = MeteredInbox(queue, expected: plan.requests)
        // Without the pace of the settings, because the worker is measured and not the pace.
        let routes = RoutedGateways(only: try PacedGateway(gateway: witness, maxInFlight: maxInFlight))
        let worker = try adapters.makeWorker(
            inbox: inbox, routes: routes, receipts: adapters.makeReceiptPublisher())
        let connection = Task { await queue.run() }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: worker, serviceName: "worker")], logger: adapters.logger))
        let working = Task { try await group.run() }
        let half = Task { await watch(inbox, until: plan.requests / 2) }
        await inbox.untilFinished()
        half.cancel()
        await group.triggerGracefulShutdown()
        try await working.value
        await queue.close()
        await connection.value
        return (inbox.now, await half.value)
    }

    /// Memory at the moment when `count` requests have been acknowledged, or when the task is cancelled.
    private func watch(_ inbox: MeteredInbox, until count: Int) async -> Double {
        while inbox.now.acknowledged < count, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(50)) }
        return ResidentMemory.megabytes
    }

    private func removeQueues() async {
        let client = AMQPClient(adapters.broker)
        // If a queue cannot be deleted, the result is still right.
        for queue in adapters.topology.queues { _ = try? await client.delete(queue: queue) }
        await client.close()
    }

    private func note(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    private static func gateway(_ name: String, connections: Int) throws -> any SMSGateway {
        if name == "sandbox" {
            return SandboxGateway(provider: SandboxProvider(inbox: SandboxInbox(), now: Machine.now))
        }
        do {
            let webhook = try Webhook(WebhookSettings(url: name, secret: "whsec_" + secret()))
            return try HTTPGateway(name: "webhook", provider: webhook, connections: connections, now: Machine.now)
        } catch {
            throw SettingsProblem("--gateway \(error.code.rawValue)")
        }
    }

    /// 32 random bytes in Base64.
    private static func secret() -> String {
        Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
    }
}
