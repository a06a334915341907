import HTTPService
import Logging
import NIOCore
import ServiceLifecycle
import VerificationCore

/// Serves a surface at an address from the settings; logs the address, or throws a `SettingsError` for the operator.
struct Listener: Service {
    private let server: WebServer
    private let host: (setting: Setting<String>, value: String)
    private let port: (setting: Setting<Int>, value: Int)

    /// - Parameters:
    ///   - surface: what is served.
    ///   - host: the setting that says at which address.
    ///   - port: the setting that says at which port.
    ///   - adapters: have the settings and the logger.
    ///   - tls: how the server speaks TLS; nil for plain HTTP.
    ///   - share: how many connections a network may hold; nil for all of them.
    ///   - message: logged with the address when the server listens.
    /// - Throws: a `SettingsError` for a setting that cannot be read.
    init(
        _ surface: Surface, host: Setting<String>, port: Setting<Int>, adapters: Adapters, tls: ServerTLS? = nil,
        share: ConnectionShare? = nil, message: Logger.Message
    ) throws {
        try self.init(
            surface, host: host, port: port, settings: adapters.settings, logger: adapters.telemetry.logger, tls: tls,
            share: share,
            message: message
        ) { _ in }
    }

    /// `listens`: hears the address, such as `http://127.0.0.1:8025`, when the server listens.
    init(
        _ surface: Surface, host: Setting<String>, port: Setting<Int>, settings: Settings, logger: Logger,
        tls: ServerTLS? = nil, share: ConnectionShare? = nil, message: Logger.Message,
        listens: @escaping @Sendable (_ address: String) -> Void
    ) throws {
        let (name, number) = (try settings.value(of: host), try settings.value(of: port))
        self.host = (host, name)
        self.port = (port, number)
        let keepAlive = KeepAlive(betweenCalls: TimeAmount(try settings.value(of: HTTPSettings.keepAlive)))
        server = WebServer(
            surface, host: name, port: number, share: share, keepAlive: keepAlive, tls: tls, logger: logger
        ) { port in
            let address = "\(tls == nil ? "http" : "https")://\(name):\(port)"
            logger.info(message, metadata: [LogKeys.address: "\(address)"])
            listens(address)
        }
    }

    func run() async throws {
        do {
            try await server.run()
        } catch let problem as WebServer.AddressError {
            throw words(for: problem)
        }
    }

    /// Names the setting that the operator has to change.
    private func words(for problem: WebServer.AddressError) -> SettingsError {
        switch problem {
        case .taken:
            SettingsError(
                "\(port.setting.name) \(port.value) is taken by another program, perhaps another verifyd: choose another, "
                    + "or 0 for any free one")
        case .notOfThisMachine: SettingsError("\(host.setting.name) \(host.value) is no address of this machine")
        case .forbidden: SettingsError("this user may not listen on \(port.setting.name) \(port.value)")
        }
    }
}
