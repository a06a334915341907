import VerificationCore

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
