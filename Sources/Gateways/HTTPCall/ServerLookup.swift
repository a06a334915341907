import Connections
import NIOCore
import NIOPosix
import VerificationCore

/// Finds the addresses for one connection: NIO connects to them and makes no look-up of its own.
///
/// So an address that was checked is the address that is reached, even when the name's next look-up would answer
/// otherwise. NIO's own resolver has one thread for all connections of an event loop, where a name that hangs delays the
/// connections to other servers.
struct ServerLookup: Resolver, Sendable {
    private let reach: ServerReach
    private let limit: Duration
    private let v4: EventLoopPromise<[SocketAddress]>
    private let v6: EventLoopPromise<[SocketAddress]>

    /// For a single call of `ClientBootstrap.connect`, which asks once for either kind of address.
    init(_ reach: ServerReach, within limit: Duration, on eventLoop: any EventLoop) {
        self.reach = reach
        self.limit = limit
        v4 = eventLoop.makePromise()
        v6 = eventLoop.makePromise()
    }

    func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> { v4.futureResult }

    /// Looks up both kinds; NIO asks for this kind first.
    func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
        Task {
            switch await reach.find(host, within: limit) {
            case .addresses(let addresses):
                // What the core writes, NIO can read.
                let sockets = addresses.compactMap { try? SocketAddress(ipAddress: $0.description, port: port) }
                v6.succeed(sockets.filter { $0.protocol == .inet6 })
                v4.succeed(sockets.filter { $0.protocol == .inet })
            case .refused: fail(.addressRefused)
            case .late: fail(.lookupTimeout)
            }
        }
        return v6.futureResult
    }

    /// The look-up is shared with others, and ends in time.
    func cancelQueries() {}

    private func fail(_ fault: HTTPCallError) {
        v6.fail(fault)
        v4.fail(fault)
    }
}

/// How the addresses of a server are found, and to which of them a connection may go.
struct ServerReach: Sendable {
    /// What a look-up came to.
    enum LookupResult: Sendable, Equatable {
        /// Those that may be reached, in the system's order; none when the name has no address.
        case addresses([IPAddress])
        /// The name has addresses, and none of them may be reached.
        case refused
        case late
    }

    let names: HostLookup
    let permits: @Sendable (IPAddress) -> Bool

    /// For servers that the settings name.
    static let anywhere = ServerReach(names: HostLookup(label: "gateway.names")) { _ in true }

    /// Looks a name up; an address is its own name.
    func find(_ host: String, within limit: Duration) async -> LookupResult {
        guard let texts = await names.addresses(of: host, until: .now + limit) else { return .late }
        let permitted = texts.compactMap { IPAddress($0) }.filter(permits)
        return permitted.isEmpty && !texts.isEmpty ? .refused : .addresses(permitted)
    }
}
