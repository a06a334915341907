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
        let settings = platform.settings
        let router = Router()
        try SandboxRoutes(inbox: sandbox.inbox, gateway: sandbox.gateway, now: Platform.now).add(to: router)
        let host = try settings.text(.sandboxHost)
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: try settings.number(.sandboxPort, in: 0...65_535)), serverName: nil),
            onServerRunning: { channel in
                guard let port = channel.localAddress?.port else { return }
                platform.logger.info(
                    "sandbox inbox listens; nothing is really sent", metadata: ["address": "http://\(host):\(port)"])
            },
            logger: platform.quietLogger)
        let inbox = sandbox.inbox
        services = [
            BackgroundService("sandbox waits", onShutdown: { inbox.endWaits() }) { await untilShutdown() }, application,
        ]
    }
}
