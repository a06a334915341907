import Hummingbird
import Logging
import Sandbox
import ServiceLifecycle

/// The sandbox's inbox on a port of its own, apart from the API: it shows codes to whoever asks.
struct SandboxAssembly {
    let services: [any Service]

    init(_ platform: Platform, _ gateway: GatewayChoice) throws {
        guard let sandbox = gateway.sandbox else {
            services = []
            return
        }
        let isPublic = try platform.settings.truth(.sandboxPublic)
        let host = try platform.settings.text(.sandboxHost)
        guard isPublic || isLoopback(host) else {
            throw SettingsProblem(
                "sandbox.host \(host) would show codes to the network: set sandbox.public=true if that is what you want"
            )
        }
        let router = Router()
        if !isPublic { router.add(middleware: LocalHost<BasicRequestContext>()) }
        try SandboxRoutes(inbox: sandbox.inbox, gateway: sandbox.gateway, now: Platform.now).add(to: router)
        let inbox = sandbox.inbox
        services = [
            OnShutdown { inbox.endWaits() },
            try Listener(
                router, host: .sandboxHost, port: .sandboxPort, platform,
                message: "sandbox inbox listens; nothing is really sent"),
        ]
    }
}
