import Assembly
import NIOCore
import Synchronization
import VerificationCore

/// Measures `verifyd api` in a process of its own: how many verifications it starts, against a page that costs nothing.
///
/// No worker runs, so every accepted request waits in the queue. It goes with the queue at the end.
package struct AcceptRig {
    private let installation: BenchInstallation
    private let plan: AcceptPlan

    /// Connects to nothing yet; throws `SettingsError` when a setting is missing or wrong.
    package init(_ settings: Settings, plan: AcceptPlan) throws {
        installation = try BenchInstallation(settings)
        self.plan = plan
    }

    /// Makes an installation, measures, and removes it again.
    package func measure() async throws -> AcceptReport {
        try await installation.use(.none) {
            let key = try await installation.makeKey()
            let served = try await ServedProcess.start("api", in: installation)
            return try await run {
                try await measure(served, key: key)
            } afterwards: {
                await served.program.stop()
            }
        }
    }

    private func measure(_ served: ServedProcess, key: APIKey) async throws -> AcceptReport {
        let start = StartCall(port: served.port, key: key, hasAddresses: plan.hasAddresses)
        let page = ByteBuffer(string: "GET /livez HTTP/1.1\r\nHost: 127.0.0.1:\(served.port)\r\n\r\n")
        let number = Atomic(0)
        let makeCall = { @Sendable in start.bytes(number.add(1, ordering: .relaxed).oldValue % BenchPhones.count) }
        // The first second opens connections and fills caches.
        _ = try await call(served, for: .seconds(1), expecting: 202, makeCall)
        var (livez, starts): ([AcceptReport.Round], [AcceptReport.Round]) = ([], [])
        for _ in 0..<plan.rounds {
            livez.append(try await call(served, for: plan.time, expecting: 200) { page })
            starts.append(try await call(served, for: plan.time, expecting: 202, makeCall))
        }
        return AcceptReport(
            plan: plan, livez: livez, starts: starts, memory: ResidentMemory(of: served.program.id))
    }

    private func call(
        _ served: ServedProcess, for time: Duration, expecting status: Int,
        _ makeCall: @escaping @Sendable () -> ByteBuffer
    ) async throws -> AcceptReport.Round {
        let before = ProcessReading(of: [served.program.id])
        let result = try await ClosedLoad.run(
            port: served.port, connections: plan.connections, for: time, expecting: status, makeCall)
        return AcceptReport.Round(result, spent: ProcessReading(of: [served.program.id]) - before)
    }
}

/// Calls that start verifications, against calls that cost the server least.
package struct AcceptPlan: Sendable, Hashable {
    package let connections: Int
    /// How long each of the two is called in each round.
    package let time: Duration
    package let rounds: Int
    /// Whether each request has a client's address, different from all others.
    package let hasAddresses: Bool

    package init(connections: Int, time: Duration, rounds: Int, hasAddresses: Bool) {
        self.connections = connections
        self.time = time
        self.rounds = rounds
        self.hasAddresses = hasAddresses
    }
}
