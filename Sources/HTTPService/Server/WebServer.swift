import Glibc
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization
import VerificationCore

/// Serves a surface at an address until the process is asked to stop.
///
/// It puts Hummingbird's server and router together itself. Hummingbird's `Application` does it too, with a clock that
/// ticks every second and a logger of its own for each call. An idle process would wake up for the clock.
package struct WebServer: Service {
    /// What is wrong with an address at which a server cannot listen.
    package enum AddressError: Error, Sendable {
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

    /// Throws an `AddressError` when a cause in that list keeps the server from listening; otherwise the original
    /// error.
    package func run() async throws {
        do {
            try await makeServer().run()
        } catch let error as IOError {
            throw Self.problem(error) ?? error
        } catch is SocketAddressError.UnknownHost {
            throw AddressError.notOfThisMachine
        } catch is SocketAddressError {
            throw AddressError.notOfThisMachine
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
        case EADDRINUSE: AddressError.taken
        case EADDRNOTAVAIL: AddressError.notOfThisMachine
        case EACCES: AddressError.forbidden
        default: nil
        }
    }
}

/// How many of a server's connections a network may hold, so that no caller keeps out all others.
package struct ConnectionShare: Sendable {
    /// Of an IPv4 address or an IPv6 /64; the networks around a /64 have multiples, see `IPAddress.widerNetworks`.
    package let most: Int
    /// Proxies, which hold the connections of many callers; only the number of all connections bounds them.
    package let proxies: [IPNetwork]

    package init(most: Int = ServerLimits.connectionsPerNetwork, proxies: [IPNetwork]) {
        (self.most, self.proxies) = (most, proxies)
    }
}

/// The value of answers' field `Date` (RFC 9110, 6.6.1), written once for all answers of a second.
final class DateField: Sendable {
    private let last = Mutex<(second: Int, text: String)>((.min, ""))

    /// `second`: by the Unix clock.
    func value(at second: Int = time(nil)) -> String {
        last.withLock { last in
            if last.second != second { last = (second, Self.text(of: second)) }
            return last.text
        }
    }

    /// The process keeps the locale "C", so days and months have their English names.
    private static func text(of second: Int) -> String {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard let start = text.baseAddress,
                strftime(start, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts) > 0
            else { return "" }
            return String(cString: start)
        }
    }
}

/// How long a connection may be silent.
package struct KeepAlive: Sendable {
    /// Between two calls, and before the first.
    ///
    /// A proxy or a client that goes on using a connection at the moment of its end finds it closed, and says so to its
    /// own caller, for example by `502`. So this has to be longer than the time after which the other side ends a
    /// connection itself: 60 s is usual for balancers and for clients.
    let betweenCalls: TimeAmount

    /// In the middle of a call.
    let withinCall: TimeAmount

    package static let standard = KeepAlive(betweenCalls: .seconds(75))

    package init(betweenCalls: TimeAmount, withinCall: TimeAmount = .seconds(20)) {
        (self.betweenCalls, self.withinCall) = (betweenCalls, withinCall)
    }
}

/// Closes a connection at once, before TLS, when its network holds too many.
struct SharedChannel<Base: ServerChildChannel>: ServerChildChannel {
    private struct TooMany: Error {}

    let base: Base
    let connections: SharedConnections

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        guard let address = channel.remoteAddress?.ipAddress.flatMap(IPAddress.init) else {
            return base.setup(channel: channel, logger: logger)
        }
        guard connections.open(from: address) else {
            // NIO does not close a channel whose setup fails.
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(TooMany())
        }
        channel.closeFuture.whenComplete { [connections] _ in connections.close(from: address) }
        return base.setup(channel: channel, logger: logger)
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
