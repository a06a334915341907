import ConnectionSupport
import VerificationCore

/// To which addresses events may be posted.
///
/// A URL may lead to a service that trusts its own network, or to one that tells a cloud's secrets. So without a setting
/// events go to public addresses only, and to this machine where the URL says so.
package struct EventReach: Sendable {
    private let names: HostLookup
    private let allowsPrivateAddresses: Bool

    /// - Parameter allowsPrivateAddresses: lets events go to every address.
    package init(allowsPrivateAddresses: Bool) {
        // Apart from gateways' names: many apps name hosts here, and the name servers of some are slow.
        self.init(
            allowsPrivateAddresses: allowsPrivateAddresses, names: HostLookup(label: "event.names", mostThreads: 8))
    }

    init(allowsPrivateAddresses: Bool, names: HostLookup) {
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.names = names
    }

    /// Whether no call would be made now; false when the address cannot be found out within three seconds.
    package func refuses(_ address: EventAddress) async -> Bool {
        await server(at: address).find(address.host, within: .seconds(3)) == .refused
    }

    func server(at address: EventAddress) -> ServerReach {
        let (allowsAll, isThisMachine) = (allowsPrivateAddresses, address.isThisMachine)
        return ServerReach(names: names) { $0.isPublic || allowsAll || isThisMachine && $0.isLoopback }
    }
}
