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
    /// The network of this machine's own addresses is not wide, because nobody else has one of them.
    package var isWide: Bool {
        switch family {
        case .v4: length < 16 && first.low >> 24 != 127
        case .v6: length < 32
        }
    }

    var family: IPAddress.Family { first.family }

    package var description: String { "\(first)/\(length)" }
}
