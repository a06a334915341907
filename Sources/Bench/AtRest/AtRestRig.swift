import Assembly
import Foundation
import NIOCore
import Store
import StrictJSON
import Synchronization
import VerificationCore

/// Measures `verifyd serve` in a process of its own, while requests come one by one.
package struct AtRestRig {
    private let installation: BenchInstallation
    private let plan: AtRestPlan

    /// Connects to nothing yet; throws `SettingsError` when a setting is missing or wrong.
    package init(_ settings: Settings, plan: AtRestPlan) throws {
        installation = try BenchInstallation(settings)
        self.plan = plan
    }

    /// Makes an installation, measures, and removes it again.
    package func measure() async throws -> AtRestReport {
        try await installation.use(plan.history) {
            let key = try await installation.makeKey()
            let gateway = AtRestGateway()
            let receiver = try await WebhookReceiver.listen { gateway.took($0.body) }
            let served = try await ServedProcess.start(
                "serve", in: installation, variables: plan.gateway.variables(receiver))
            return try await run {
                try await measure(served, gateway: gateway, key: key)
            } afterwards: {
                await served.program.stop()
                await receiver.close()
            }
        }
    }

    private func measure(
        _ served: ServedProcess, gateway: AtRestGateway, key: APIKey
    ) async throws -> AtRestReport {
        let idleSwitches = try await idleSwitches(of: served.program.id)
        let call = StartCall(port: served.port, key: key, hasAddresses: plan.hasAddresses)
        let most = plan.rate + plan.requests
        let load = OpenLoad(call, port: served.port, perSecond: plan.rate, most: most)
        gateway.load = load
        let ask = { try await gateway.ask(port: served.sandboxPort) }
        // The first second opens connections, prepares statements and fills caches.
        _ = try await load.run(0..<plan.rate, ask: ask)
        let before = try await AtRestCounts(served, in: installation)
        let result = try await load.run(plan.rate..<most, ask: ask)
        let spent = try await AtRestCounts(served, in: installation) - before
        load.close()
        let cost = { AtRestReport.Cost($0, requests: plan.requests) }
        return AtRestReport(
            plan: plan, latency: result.latency, refused: result.refused, lost: result.lost, repeated: result.repeated,
            service: cost(spent.service), database: spent.database.map(cost), load: cost(spent.load),
            idleSwitches: idleSwitches, memory: ResidentMemory(of: served.program.id))
    }

    /// Switches per second of a process that has nothing to do.
    private func idleSwitches(of process: Int32) async throws -> Double? {
        guard plan.idle > .zero else { return nil }
        // What it does once, at its start, is not what it does at rest.
        try await Task.sleep(for: .seconds(3))
        let before = ProcessReading(of: [process])
        try await Task.sleep(for: plan.idle)
        let spent = ProcessReading(of: [process]) - before
        return Double(spent.voluntarySwitches + spent.otherSwitches) / (plan.idle / .seconds(1))
    }
}

/// What the processes of a measurement have counted.
private struct AtRestCounts {
    let service: ProcessReading
    let database: ProcessReading?
    let load: ProcessReading

    private init(service: ProcessReading, database: ProcessReading?, load: ProcessReading) {
        self.service = service
        self.database = database
        self.load = load
    }

    init(_ served: ServedProcess, in installation: BenchInstallation) async throws {
        let backends = try await StoreBackends.ids(in: installation.adapters.pool)
            .filter { ProcessReading.isNamed("postgres", process: $0) }
        service = ProcessReading(of: [served.program.id])
        database = backends.isEmpty ? nil : ProcessReading(of: backends)
        load = ProcessReading(of: [getpid()])
    }

    static func - (later: AtRestCounts, earlier: AtRestCounts) -> AtRestCounts {
        AtRestCounts(
            service: later.service - earlier.service,
            database: later.database.map { $0 - (earlier.database ?? ProcessReading()) },
            load: later.load - earlier.load)
    }
}

/// The gateway's end of a measurement: reports each message to the load.
private final class AtRestGateway: Sendable {
    private struct State {
        var load: OpenLoad?
        /// The number of the last message that the sandbox has shown.
        var seen = 0
    }

    private let state = Mutex(State())

    var load: OpenLoad? {
        get { state.withLock { $0.load } }
        set { state.withLock { $0.load = newValue } }
    }

    func took(_ body: ByteBuffer) {
        load?.gatewayTook(body.readableBytesView)
    }

    /// Asks a sandbox for the messages since the last call; does nothing without a sandbox.
    func ask(port: Int?) async throws {
        guard let port, let load else { return }
        let (now, deadline) = (Machine.now(), NIODeadline.now())
        while true {
            let path = "/api/messages?limit=500&after=\(state.withLock { $0.seen })"
            let page = try JSONValue(parsing: try await PageFetch.get(path, port: port).readableBytesView)
            let messages = page["messages"]?.array ?? []
            for message in messages {
                guard let text = message["receivedAt"]?.string, let moment = Timestamp(rfc3339: text) else { continue }
                load.gatewayTook(
                    Array((message["phoneNumber"]?.string ?? "").utf8),
                    at: deadline + .microseconds((moment - now).wholeMicroseconds))
            }
            guard let last = messages.last?["sequence"]?.integer else { return }
            state.withLock { $0.seen = Int(last) }
        }
    }
}

extension AtRestPlan.Gateway {
    /// The settings with which `verifyd serve` sends through it.
    fileprivate func variables(_ receiver: WebhookReceiver) -> [String: String] {
        switch self {
        case .sandbox: ["VERIFYD_GATEWAY_KIND": "sandbox"]
        case .webhook:
            [
                "VERIFYD_GATEWAY_KIND": "webhook", "VERIFYD_GATEWAY_URL": receiver.url,
                "VERIFYD_GATEWAY_SECRET": "whsec_" + BenchInstallation.secret(),
            ]
        }
    }
}
