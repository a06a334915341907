import Logging
import Sandbox
import ServiceLifecycle

/// The sandbox's inbox; it has a port of its own, because it shows codes to every caller.
///
/// Without a sandbox, it has no services.
struct SandboxAssembly {
    let services: [any Service]

    init(_ adapters: Adapters, _ gateways: Gateways) throws {
        guard let (gateway, inbox) = gateways.sandbox else {
            services = []
            return
        }
        let isPublic = try adapters.settings.value(of: SandboxSettings.isPublic)
        let host = try adapters.settings.value(of: SandboxSettings.host)
        guard isPublic || isLoopback(host) else {
            throw SettingsProblem(
                "sandbox.host \(host) would show codes to the network: set sandbox.public=true if that is what you want"
            )
        }
        let surface = try SandboxRoutes(inbox: inbox, gateway: gateway, now: Machine.now)
            .surface(isPublic: isPublic, logger: adapters.logger)
        services = [
            OnShutdown { inbox.endWaits() },
            try Listener(
                surface, host: SandboxSettings.host, port: SandboxSettings.port, adapters,
                message: "sandbox inbox listens; nothing is really sent"),
        ]
    }
}
