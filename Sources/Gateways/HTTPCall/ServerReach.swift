import Connections
import VerificationCore

/// How the addresses of a server are found, and to which of them a connection may go.
struct ServerReach: Sendable {
    /// What a look-up came to.
    enum Finding: Sendable, Equatable {
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
    func find(_ host: String, within limit: Duration) async -> Finding {
        guard let texts = await names.addresses(of: host, until: .now + limit) else { return .late }
        let permitted = texts.compactMap { IPAddress($0) }.filter(permits)
        return permitted.isEmpty && !texts.isEmpty ? .refused : .addresses(permitted)
    }
}
