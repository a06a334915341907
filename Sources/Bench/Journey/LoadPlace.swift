import Assembly
import VerificationCore

/// Where a load goes: to an installation that it makes and removes, or to one that runs already.
package enum LoadPlace: Sendable {
    /// With queues and a schema of its own.
    case own(BenchInstallation)
    case target(LoadTarget)

    /// Prepares the place, runs `body`, and takes away what was made.
    func use<Report: Sendable>(_ body: (LoadSite) async throws -> Report) async throws -> Report {
        switch self {
        case .own(let installation):
            try await installation.use(.none) { try await Self.serve(installation, body) }
        case .target(let target): try await target.use(body)
        }
    }

    private static func serve<Report: Sendable>(
        _ installation: BenchInstallation, _ body: (LoadSite) async throws -> Report
    ) async throws -> Report {
        let key = try await installation.makeKey()
        let relay = EventRelay()
        let receiver = try await WebhookReceiver.listen { relay.took($0) }
        relay.accept(try await installation.postEvents(to: receiver.url))
        let served = try await ServedProcess.start(
            "serve", in: installation, variables: ["VERIFYD_GATEWAY_KIND": "sandbox"])
        return try await run {
            guard let sandbox = served.sandboxPort else { throw SettingsError("verifyd serve has no sandbox") }
            let site = LoadSite(
                api: LoadAddress(port: served.port), key: key.text, sandbox: LoadAddress(port: sandbox),
                stages: JourneyStage.allCases, isAlone: true, first: 0, process: served.program.id, relay: relay)
            try await site.askForReceipts()
            return try await body(site)
        } afterwards: {
            await served.program.stop()
            await receiver.close()
        }
    }
}
