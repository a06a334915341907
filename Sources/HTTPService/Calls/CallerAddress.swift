import HTTPTypes
import Hummingbird
import VerificationCore

/// Finds the address of the device that calls, also behind proxies.
package struct CallerAddress: Sendable {
    private let proxies: [IPNetwork]

    /// `proxies`: networks of proxies that verifyd trusts to name the caller; without any, the connection's address
    /// counts.
    package init(proxies: [IPNetwork]) { self.proxies = proxies }

    /// The last address on the way that is no proxy of ours; nil for a connection without an address.
    ///
    /// Where a proxy tells no address, or all of them are ours, it is the address of the first of our proxies.
    ///
    /// Each proxy appends the address that it saw to `X-Forwarded-For`. A caller may have written what stands further
    /// left.
    package func address(of request: Request, _ context: CallContext) -> IPAddress? {
        guard let peer = context.peerAddress else { return nil }
        let told = (request.headers.text(of: .forwardedFor) ?? "").split(separator: ",")
            .map(Self.told)
        var address = peer
        for next in told.reversed() {
            guard let next, proxies.contains(where: { $0.contains(address) }) else { break }
            address = next
        }
        return address
    }

    /// An element of the field; some proxies write a port too, for example `192.0.2.1:8080` or `[2001:db8::1]:8080`.
    static func told(_ element: Substring) -> IPAddress? {
        let text = element.drop { " \t".contains($0) }.prefix { !" \t".contains($0) }
        if text.first == "[" { return IPAddress(String(text.dropFirst().prefix { $0 != "]" })) }
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        // An address with more colons than a single one is of IPv6, and has no port.
        return IPAddress(String(halves.count == 2 ? halves[0] : text))
    }
}

extension HTTPField.Name {
    /// Where proxies write the addresses that a call came through.
    package static let forwardedFor = known("X-Forwarded-For")
}
