import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Serves a surface at an address until the process is asked to stop.
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

    private let application: any Service

    /// - Parameters:
    ///   - surface: what is served.
    ///   - host: an address or a name of this machine.
    ///   - port: 0 for any free port.
    ///   - connections: how many are open at once; further connections wait in the listening socket's backlog.
    ///   - logger: Hummingbird writes only critical messages to it; the surface's logger gets the mistakes in calls.
    ///   - listens: called with the port as soon as the server takes connections.
    package init(
        _ surface: Surface, host: String, port: Int, connections: Int = ServerLimits.connections, logger: Logger,
        listens: @escaping @Sendable (Int) -> Void
    ) {
        // `run` throws the error that keeps the server from listening. Hummingbird would log it once more, and also its
        // own end.
        var logger = logger
        logger.logLevel = .critical
        application = Application(
            router: surface.makeRouter(), server: ServerLimits.server(),
            configuration: ServerLimits.configuration(host: host, port: port, connections: connections),
            onServerRunning: { channel in
                guard let port = channel.localAddress?.port else { return }
                listens(port)
            },
            logger: logger)
    }

    /// Throws an `AddressProblem` when a cause in that list keeps the server from listening; otherwise the original
    /// error.
    package func run() async throws {
        do {
            try await application.run()
        } catch let error as IOError {
            throw Self.problem(error) ?? error
        } catch is SocketAddressError.UnknownHost {
            throw AddressProblem.notOfThisMachine
        } catch is SocketAddressError {
            throw AddressProblem.notOfThisMachine
        }
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
