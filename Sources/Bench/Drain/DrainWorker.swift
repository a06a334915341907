import Assembly
import Connections
import Foundation
import Gateways
import Queue
import Sandbox
import ServiceLifecycle
import StrictJSON
import VerificationCore

/// A worker of a measurement, in a process of its own, which a `DrainRig` in another process starts and controls.
///
/// The rig writes lines to its input: `go`, and later `stop`. The worker writes JSON lines to its output: that it is
/// ready, how many requests have left, and at the end its `DrainShare`.
package struct DrainWorker {
    private let adapters: Adapters
    private let witness: CountingGateway
    private let maxInFlight: Int

    /// Connects to nothing yet.
    ///
    /// - Parameters:
    ///   - settings: those of the rig's installation.
    ///   - url: of a webhook; nil for a sandbox in this process.
    ///   - phones: how many phones the measurement has at most.
    /// - Throws: a `SettingsError` when a setting or the URL is wrong.
    package init(_ settings: Settings, url: String?, phones: Int) throws {
        adapters = try Adapters(settings, role: "verifyd-bench")
        maxInFlight = try settings.places(of: settings.singleGateway)
        witness = CountingGateway(try Self.gateway(url, connections: maxInFlight), phones: phones)
    }

    /// Takes requests from the rig's `go` until its `stop`; ends without them when the rig has ended.
    package func run() async throws {
        defer { adapters.close() }
        let words = Self.words()
        say(["ready": true])
        guard await words.contains("go") else { return }
        let queue = try adapters.makeInbox()
        let inbox = MeteredInbox(queue)
        let connection = Task { await queue.run() }
        try await drain(inbox, hearing: words)
        await queue.close()
        await connection.value
        var share = inbox.share
        (share.calledOnce, share.calledAgain) = witness.phones
        say(share.json)
    }

    private func drain(_ inbox: MeteredInbox, hearing words: AsyncStream<String>) async throws {
        // Without the pace of the settings, because the worker is measured and not the pace.
        let routes = RoutedGateways(only: try PacedGateway(gateway: witness, maxInFlight: maxInFlight))
        let worker = try adapters.makeWorker(
            inbox: inbox, routes: routes, receipts: adapters.makePublisher(of: .receipts))
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: worker, serviceName: "worker")], logger: adapters.telemetry.logger))
        let progress = Task { await tellProgress(of: inbox) }
        let working = Task(executorPreference: NearExecutor.shared) { try await group.run() }
        _ = await words.contains("stop")
        await group.triggerGracefulShutdown()
        try await working.value
        progress.cancel()
    }

    /// Says how many requests have left, whenever more have, until its task is cancelled.
    private func tellProgress(of inbox: MeteredInbox) async {
        var told = 0
        while !Task.isCancelled {
            let settled = inbox.settled
            if settled > told { say(["settled": .integer(Int64(settled))]) }
            told = settled
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    private func say(_ line: JSONValue) {
        FileHandle.standardOutput.write(Data(line.serialized + [UInt8(ascii: "\n")]))
    }

    /// The lines of the standard input, until its writer has ended.
    private static func words() -> AsyncStream<String> {
        let (words, word) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            while let line = readLine() { word.yield(line) }
            word.finish()
        }
        return words
    }

    private static func gateway(_ url: String?, connections: Int) throws -> any SMSGateway {
        guard let url else {
            return SandboxGateway(provider: SandboxProvider(inbox: SandboxInbox(), now: Machine.now))
        }
        do {
            let webhook = try Webhook(WebhookSettings(url: url, secret: "whsec_" + BenchInstallation.secret()))
            return try HTTPGateway(name: "webhook", provider: webhook, connections: connections, now: Machine.now)
        } catch {
            throw SettingsError("--gateway \(error.code.rawValue)")
        }
    }
}
