import GatewayKit
import Logging
import Sandbox
import ServiceLifecycle

/// The sandbox's inbox; it has a port of its own, because it shows codes to every caller.
///
/// Without a sandbox, it has no services.
struct SandboxAssembly {
    let services: [any Service]

    init(_ adapters: Adapters, gateways: ConfiguredGateways) throws {
        guard let sandbox = gateways.sandbox else {
            services = []
            return
        }
        let surface = try SandboxRoutes(
            provider: sandbox.provider, isPublic: try adapters.settings.isSandboxPublic, now: Machine.now
        ).surface(logger: adapters.telemetry.logger)
        services = [
            OnShutdown { sandbox.provider.inbox.endWaits() },
            UntilShutdown { await sandbox.provider.tellReceipts() },
            try Listener(
                surface, host: SandboxSettings.host, port: SandboxSettings.port, adapters: adapters,
                message: "sandbox inbox listens; nothing is really sent"),
        ]
    }
}

extension Settings {
    /// Whether the sandbox may be reached from other machines; throws when only its address says so.
    var isSandboxPublic: Bool {
        get throws(SettingsError) {
            let isPublic = try value(of: SandboxSettings.isPublic)
            let host = try value(of: SandboxSettings.host)
            guard isPublic || isLoopback(host) else {
                throw SettingsError(
                    "sandbox.host \(host) would show codes to the network: set sandbox.public=true if that is what you want"
                )
            }
            return isPublic
        }
    }
}
