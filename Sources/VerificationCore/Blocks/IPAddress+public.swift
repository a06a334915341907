extension IPAddress {
    /// Whether the address is this machine's own, by which no other machine can be reached.
    package var isLoopback: Bool { Self.loopback.contains { $0.contains(self) } }

    /// Whether the address may be any machine's on the internet.
    ///
    /// False for networks of one's own, this machine, one's neighbours on the wire, the services of clouds that tell
    /// secrets to their machines, groups, and what is reserved. An address that leads to an IPv4 address counts as it.
    package var isPublic: Bool {
        switch family {
        case .v4: !Self.special4.contains { $0.contains(self) }
        case .v6:
            if let inner = translated {
                inner.isPublic
            } else {
                Self.global6.contains { $0.contains(self) } && !Self.special6.contains { $0.contains(self) }
            }
        }
    }

    /// The IPv4 address to which a gateway of NAT64 leads; nil for every other address.
    private var translated: IPAddress? {
        guard Self.translation.contains(where: { $0.contains(self) }) else { return nil }
        return IPAddress(family: .v4, high: 0, low: low & 0xFFFF_FFFF)
    }

    private static let loopback = networks([("127.0.0.0", 8), ("::1", 128)])

    /// IANA's registry of special IPv4 addresses, groups, and the service of Azure that is not in it.
    private static let special4 = networks([
        ("0.0.0.0", 8), ("10.0.0.0", 8), ("100.64.0.0", 10), ("127.0.0.0", 8), ("169.254.0.0", 16),
        ("172.16.0.0", 12), ("192.0.0.0", 24), ("192.0.2.0", 24), ("192.88.99.0", 24), ("192.168.0.0", 16),
        ("198.18.0.0", 15), ("198.51.100.0", 24), ("203.0.113.0", 24), ("224.0.0.0", 4), ("240.0.0.0", 4),
        ("168.63.129.16", 32),
    ])

    /// From here alone IPv6 addresses are given out: private, link-local and group addresses are elsewhere.
    private static let global6 = networks([("2000::", 3)])

    /// Protocols, documentation, and 6to4, which leads to IPv4 addresses by the relays of strangers.
    private static let special6 = networks([("2001::", 23), ("2001:db8::", 32), ("2002::", 16), ("3fff::", 20)])

    private static let translation = networks([("64:ff9b::", 96)])

    private static func networks(_ ranges: [(first: String, length: Int)]) -> [IPNetwork] {
        ranges.compactMap { range in IPAddress(range.first).map { IPNetwork($0, length: range.length) } }
    }
}
