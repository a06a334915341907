import Glibc
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Serves a surface at an address until the process is asked to stop.
///
/// It puts Hummingbird's server and router together itself. Hummingbird's `Application` does it too, with a clock that
/// ticks every second and a logger of its own for each call. An idle process would wake up for the clock.
package struct WebServer: Service {
    /// What is wrong with an address at which a server cannot listen.
    package enum AddressProblem: Error, Sendable {
        /// Another program listens there.
        case taken
        /// No interface of this machine has the address.
        case notOfThisMachine
        /// The user of this process may not listen on the port.
        case forbidden
    }

    private let surface: Surface
    private let configuration: ServerConfiguration
    private let keepAlive: KeepAlive
    private let tls: ServerTLS?
    private let share: ConnectionShare?
    private let logger: Logger
    private let listens: @Sendable (Int) -> Void

    /// - Parameters:
    ///   - surface: what is served.
    ///   - host: an address or a name of this machine.
    ///   - port: 0 for any free port.
    ///   - connections: how many are open at once; further connections wait in the listening socket's backlog.
    ///   - share: how many of them a network may hold; nil for all of them.
    ///   - keepAlive: how long a connection may be silent.
    ///   - tls: how the server speaks TLS; nil for plain HTTP.
    ///   - logger: Hummingbird writes only critical messages to it; the surface's logger gets the mistakes in calls.
    ///   - listens: called with the port as soon as the server takes connections.
    package init(
        _ surface: Surface, host: String, port: Int, connections: Int = ServerLimits.connections,
        share: ConnectionShare? = nil, keepAlive: KeepAlive = .standard, tls: ServerTLS? = nil, logger: Logger,
        listens: @escaping @Sendable (Int) -> Void
    ) {
        (self.surface, self.share, self.keepAlive, self.tls) = (surface, share, keepAlive, tls)
        configuration = ServerLimits.configuration(host: host, port: port, connections: connections)
        // `run` throws the error that keeps the server from listening. Hummingbird would log it once more, and also its
        // own end.
        var logger = logger
        logger.logLevel = .critical
        self.logger = logger
        self.listens = listens
    }

    /// Throws an `AddressProblem` when a cause in that list keeps the server from listening; otherwise the original
    /// error.
    package func run() async throws {
        do {
            try await makeServer().run()
        } catch let error as IOError {
            throw Self.problem(error) ?? error
        } catch is SocketAddressError.UnknownHost {
            throw AddressProblem.notOfThisMachine
        } catch is SocketAddressError {
            throw AddressProblem.notOfThisMachine
        }
    }

    private func makeServer() throws -> any Service {
        let (responder, date, logger) = (surface.makeRouter().buildResponder(), DateField(), logger)
        return try HTTPServerBuilder { responder in try channel(for: responder) }.buildServer(
            configuration: configuration, eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger,
            responder: { request, writer, channel in
                let context = CallContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
                var response = try await responder.respond(to: request, context: context)
                response.headers[.date] = date.value()
                try await writer.write(response: response.head, body: response.body)
            },
            onServerRunning: { [listens] channel in
                guard let port = channel.localAddress?.port else { return }
                listens(port)
            })
    }

    private func channel(for responder: @escaping HTTPChannelHandler.Responder) throws -> any ServerChildChannel {
        let plain = ServerLimits.channel(for: responder, keepAlive: keepAlive)
        guard let tls else { return shared(plain) }
        return shared(try TLSChannel(plain, tlsConfiguration: tls.configuration))
    }

    private func shared(_ channel: some ServerChildChannel) -> any ServerChildChannel {
        guard let share else { return channel }
        return SharedChannel(base: channel, connections: SharedConnections(share))
    }

    private static func problem(_ error: IOError) -> (any Error)? {
        switch error.errnoCode {
        case EADDRINUSE: AddressProblem.taken
        case EADDRNOTAVAIL: AddressProblem.notOfThisMachine
        case EACCES: AddressProblem.forbidden
        default: nil
        }
    }
}
