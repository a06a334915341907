import var Glibc.AF_INET
import var Glibc.AF_INET6
import func Glibc.inet_ntop
import func Glibc.inet_pton

/// An IPv4 or IPv6 address, as a backend passes on the address of a person's device.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// The protocol's version.
    package enum Family: Sendable, Hashable {
        case v4
        case v6
    }

    package let family: Family
    /// The first 64 bits of an IPv6 address; 0 for an IPv4 address.
    let high: UInt64
    let low: UInt64

    /// Reads one plain address; nil for a port, a zone, brackets, a prefix length or other text.
    ///
    /// An IPv4 address in IPv6 form is kept as IPv4, so that both forms have the same key.
    package init?(_ text: String) {
        // C reads a text only up to its first zero byte.
        guard !text.utf8.contains(0) else { return nil }
        if let bits = Self.bits(AF_INET, of: text) {
            self.init(family: .v4, high: 0, low: UInt64(bits.high >> 32))
        } else if let bits = Self.bits(AF_INET6, of: text) {
            let isMapped = bits.high == 0 && bits.low >> 32 == 0xFFFF
            self.init(family: isMapped ? .v4 : .v6, high: bits.high, low: isMapped ? bits.low & 0xFFFF_FFFF : bits.low)
        } else {
            return nil
        }
    }

    init(family: Family, high: UInt64, low: UInt64) {
        self.family = family
        self.high = high
        self.low = low
    }

    /// Dotted for IPv4; for IPv6 as in RFC 5952, for example `2001:db8::1`.
    package var description: String {
        switch family {
        case .v4: Self.text(AF_INET, high: low << 32, low: 0)
        case .v6: Self.text(AF_INET6, high: high, low: low)
        }
    }

    /// What limits count as the same address: one IPv4 address, or the /64 of an IPv6 address.
    ///
    /// An IPv6 subscriber gets a whole /64, within which addresses cost nothing.
    package var network: String {
        switch family {
        case .v4: description
        case .v6: network(64)
        }
    }

    /// The networks around `network` that a single subscriber may hold, and how many times its number a limit has there.
    ///
    /// Providers and tunnels hand out an IPv6 /56 or a /48, so a subscriber who holds one has many /64s for nothing. An
    /// IPv4 address has none, because it costs something itself.
    package var widerNetworks: [(network: String, multiple: Int)] {
        switch family {
        case .v4: []
        case .v6: [(network: network(56), multiple: 4), (network: network(48), multiple: 16)]
        }
    }

    /// All networks whose calls are counted: the address's own, and those around it with larger numbers.
    package var networks: [(network: String, multiple: Int)] { [(network: network, multiple: 1)] + widerNetworks }

    /// The network of an IPv6 address; `length` is at most 64.
    private func network(_ length: Int) -> String {
        Self.text(AF_INET6, high: high & ~UInt64(0) << UInt64(64 - length), low: 0) + "/\(length)"
    }

    /// The bytes of an address as libc reads it, in network order; those of an IPv4 address come first.
    private static func bits(_ family: Int32, of text: String) -> (high: UInt64, low: UInt64)? {
        var bits: (high: UInt64, low: UInt64) = (0, 0)
        guard inet_pton(family, text, &bits) == 1 else { return nil }
        return (UInt64(bigEndian: bits.high), UInt64(bigEndian: bits.low))
    }

    private static func text(_ family: Int32, high: UInt64, low: UInt64) -> String {
        var bits = (high.bigEndian, low.bigEndian)
        // The longest text has eight groups of four digits and a zero byte; libc fails with less room than 46 bytes.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 46) { buffer in
            inet_ntop(family, &bits, buffer.baseAddress, 46).map { String(cString: $0) } ?? ""
        }
    }
}
