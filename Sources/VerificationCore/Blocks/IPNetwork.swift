/// A range of addresses that begin alike, for example `203.0.113.0/24` or `2001:db8::/32`.
package struct IPNetwork: Sendable, Hashable, CustomStringConvertible {
    /// The first address of the range.
    private let first: IPAddress
    /// How many of its first bits all addresses of the range share.
    let length: Int

    /// Reads an address, with or without the number of its first bits that count.
    ///
    /// An IPv4 address alone is the network of this address, and an IPv6 address alone is its /64, as in limits. Bits
    /// behind the length are dropped: `203.0.113.7/24` is `203.0.113.0/24`. Nil for other text, and for a network wider
    /// than an IPv4 /8 or an IPv6 /16, which a slip of the finger makes.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let address = parts.first.flatMap({ IPAddress(String($0)) }), parts.count <= 2 else { return nil }
        guard parts.count == 2 else {
            self.init(address, length: address.family == .v4 ? 32 : 64)
            return
        }
        let isPlain = !parts[1].isEmpty && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
        let lengths = address.family == .v4 ? 8...32 : 16...128
        guard isPlain, let length = Int(parts[1]), lengths.contains(length) else { return nil }
        self.init(address, length: length)
    }

    /// The network of this length in which the address is; `length` is at least 1, and at most 32 or 128.
    init(_ address: IPAddress, length: Int) {
        self.length = length
        switch address.family {
        case .v4:
            let mask = ~UInt64(0) << UInt64(32 - length)
            first = IPAddress(family: .v4, high: 0, low: address.low & mask & 0xFFFF_FFFF)
        case .v6:
            let (high, low) = (~UInt64(0) << UInt64(max(0, 64 - length)), ~UInt64(0) << UInt64(min(64, 128 - length)))
            first = IPAddress(
                family: .v6, high: address.high & high, low: length <= 64 ? 0 : address.low & low)
        }
    }

    /// Whether the address begins with the network's bits.
    package func contains(_ address: IPAddress) -> Bool {
        address.family == family && IPNetwork(address, length: length).first == first
    }

    /// Whether it is wider than a site usually has: an IPv4 /16, or an IPv6 /32.
    ///
    /// The network of this machine's own addresses is not wide, because no other machine has one of them.
    package var isWide: Bool {
        switch family {
        case .v4: length < 16 && first.low >> 24 != 127
        case .v6: length < 32
        }
    }

    var family: IPAddress.Family { first.family }

    package var description: String { "\(first)/\(length)" }
}

extension IPAddress {
    /// Whether the address is this machine's own, which leads to no other machine.
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
