import Glibc
import HTTPService
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import VerificationCore

/// An HTTP server at an address from the settings; it says where it listens, or why it cannot.
struct Listener: Service {
    private let application: any Service
    private let host: (setting: Setting<String>, value: String)
    private let port: (setting: Setting<Int>, value: Int)

    /// `message` is logged with the address once the server listens.
    init<Context: RequestContext & InitializableFromSource<ApplicationRequestContextSource>>(
        _ router: Router<Context>, host: Setting<String>, port: Setting<Int>, _ adapters: Adapters,
        message: Logger.Message
    ) throws {
        let (name, number) = (
            try adapters.settings.value(of: host), try adapters.settings.value(of: port)
        )
        self.host = (host, name)
        self.port = (port, number)
        // `run` tells why the server cannot listen. What the server itself logs is the noise of its end.
        var serverLogger = adapters.logger
        serverLogger.logLevel = .critical
        application = Application(
            router: router, server: ServerLimits.server(),
            configuration: ServerLimits.configuration(host: name, port: number),
            onServerRunning: { channel in
                guard let port = channel.localAddress?.port else { return }
                adapters.logger.info(message, metadata: ["address": "http://\(name):\(port)"])
            },
            logger: serverLogger)
    }

    func run() async throws {
        do {
            try await application.run()
        } catch let error as IOError {
            throw problem(error) ?? error
        } catch is SocketAddressError {
            throw SettingsProblem("\(host.setting.name) \(host.value) is no address of this machine")
        }
    }

    /// Tells the operator which setting to change; nil when none would help.
    private func problem(_ error: IOError) -> (any Error)? {
        switch error.errnoCode {
        case EADDRINUSE:
            SettingsProblem(
                "\(port.setting.name) \(port.value) is taken by another program, perhaps another verifyd: choose another, "
                    + "or 0 for any free one")
        case EADDRNOTAVAIL: SettingsProblem("\(host.setting.name) \(host.value) is no address of this machine")
        case EACCES: SettingsProblem("this user may not listen on \(port.setting.name) \(port.value)")
        case _: nil
        }
    }
}
