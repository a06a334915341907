import Assembly
import Foundation
import Queue
import Store
import VerificationCore

/// Fills a queue of its own, and lets workers drain it that are processes of their own, for a single measurement.
///
/// Each worker is a process, as in an installation: then workers share processors and the database, and nothing else.
package struct DrainRig {
    private let installation: BenchInstallation
    private let plan: DrainPlan

    /// Connects to nothing yet; throws `SettingsError` when a setting is missing or wrong.
    package init(_ settings: Settings, plan: DrainPlan) throws {
        installation = try BenchInstallation(settings)
        self.plan = plan
    }

    /// Makes an installation, measures, and removes it again.
    package func measure() async throws -> DrainReport {
        try await installation.use(plan.history) {
            note("filling a queue with \(plan.requests) requests")
            let publishedIn = try await fill()
            note("draining")
            let receiver = try await ReceiverProcess.start(for: plan.gateway, installation)
            let drained = try await run {
                try await DrainedQueue(plan, in: installation, url: receiver.url)
            } afterwards: {
                await receiver.stop()
            }
            let census = try await StoreCensus(of: installation.app, in: installation.adapters.pool)
            return DrainReport(
                plan: plan, publishedIn: publishedIn, shares: drained.shares,
                recorded: .init(
                    requests: census.requests, verifications: census.verifications,
                    acceptedMessages: census.acceptedMessages),
                memory: drained.memory, processorSeconds: drained.processorSeconds)
        }
    }

    /// Publishes all requests, at most 512 at a time, and waits for each confirm; returns how long this took.
    private func fill() async throws -> Duration {
        let (adapters, app, keys) = (installation.adapters, installation.app, installation.keys)
        let publisher = AMQPJobPublisher(
            adapters.broker.configuration, topology: adapters.broker.topology, of: .requests,
            logger: adapters.telemetry.logger)
        let running = Task { await publisher.run() }
        defer { running.cancel() }
        while !publisher.isReady { try await Task.sleep(for: .milliseconds(20)) }
        let start = ContinuousClock.now
        try await withThrowingTaskGroup { group in
            for lane in 0..<512 {
                group.addTask {
                    for index in stride(from: lane, to: plan.requests, by: 512) {
                        let request = plan.request(
                            index, of: app, keys: keys, now: Machine.now(), random: Machine.random())
                        try await publisher.publish(.request(request, context: nil))
                    }
                }
            }
            try await group.waitForAll()
        }
        return .now - start
    }

    private func note(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}

/// The receiver of a webhook gateway in a process of its own, so that the worker does not pay for it.
struct ReceiverProcess: Sendable {
    /// Where the gateway posts to; nil for a sandbox.
    let url: String?
    private let program: ChildProgram?

    /// Starts a receiver if the gateway needs one.
    static func start(
        for gateway: DrainPlan.Gateway, _ installation: BenchInstallation
    ) async throws -> ReceiverProcess {
        switch gateway {
        case .sandbox: return ReceiverProcess(url: nil, program: nil)
        case .url(let url): return ReceiverProcess(url: url, program: nil)
        case .webhook:
            let program = try ChildProgram.start(
                ["bench", "receiver"], environment: installation.environment(), hearing: .output)
            guard let url = await program.nextLine() else {
                // Or this task was cancelled.
                await program.stop()
                throw SettingsError("the webhook's receiver ended before it listened")
            }
            return ReceiverProcess(url: url, program: program)
        }
    }

    func stop() async { await program?.stop() }
}
