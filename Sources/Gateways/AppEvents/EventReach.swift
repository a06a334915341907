import Connections
import VerificationCore

/// To which addresses events may be posted.
///
/// A URL may lead to a service that trusts its own network, or to one that tells a cloud's secrets. So without a setting
/// events go to public addresses only, and to this machine where the URL says so.
package struct EventReach: Sendable {
    private let names: HostLookup
    private let allowsPrivateAddresses: Bool
    /// What events go through; it finds the addresses of names, and decides where these may lead.
    let proxy: HTTPProxy?

    /// - Parameters:
    ///   - allowsPrivateAddresses: Lets events go to every address.
    ///   - proxy: What events go through; nil for connections to the endpoints themselves.
    package init(allowsPrivateAddresses: Bool, proxy: HTTPProxy? = nil) {
        // Apart from gateways' names: many apps name hosts here, and the name servers of some are slow.
        self.init(
            allowsPrivateAddresses: allowsPrivateAddresses, proxy: proxy,
            names: HostLookup(label: "event.names", mostThreads: 8))
    }

    init(allowsPrivateAddresses: Bool, proxy: HTTPProxy? = nil, names: HostLookup) {
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.proxy = proxy
        self.names = names
    }

    /// Whether no call would be made now; false when the address cannot be found out within three seconds.
    package func refuses(_ address: EventAddress) async -> Bool {
        if let proxy { return refuses(address, through: proxy) }
        return await server(at: address).find(address.host, within: .seconds(3)) == .refused
    }

    /// Judges an address that the URL itself names; a name is for the proxy to judge.
    ///
    /// This machine is another machine for a proxy elsewhere.
    func refuses(_ address: EventAddress, through proxy: HTTPProxy) -> Bool {
        if address.isThisMachine { return !HTTPEndpoint.isThisMachine(proxy.host) }
        if allowsPrivateAddresses { return false }
        return IPAddress(address.host).map { !$0.isPublic } ?? Self.isUnusualAddress(address.host)
    }

    /// An IPv4 address in a form that systems read too, for example `127.1` or `0x7f000001`: no name ends in a number.
    private static func isUnusualAddress(_ host: String) -> Bool {
        guard let last = host.split(separator: ".").last else { return true }
        return last.utf8.allSatisfy(\.isASCIIDigit) || last.lowercased().hasPrefix("0x")
    }

    func server(at address: EventAddress) -> ServerReach {
        let (allowsAll, isThisMachine) = (allowsPrivateAddresses, address.isThisMachine)
        return ServerReach(names: names) { $0.isPublic || allowsAll || isThisMachine && $0.isLoopback }
    }
}
