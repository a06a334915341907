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
    /// The first 64 bits of an IPv6 address; of an IPv4 address nothing.
    private let high: UInt64
    private let low: UInt64

    /// Nil for anything but one plain address: no port, no zone, no brackets, no prefix length.
    ///
    /// An IPv4 address in IPv6 form is kept as IPv4, so that it has one key.
    package init?(_ text: String) {
        // C would read no further than a zero.
        guard !text.utf8.contains(0) else { return nil }
        if let bits = Self.bits(AF_INET, text) {
            self.init(family: .v4, high: 0, low: UInt64(bits.high >> 32))
        } else if let bits = Self.bits(AF_INET6, text) {
            let isMapped = bits.high == 0 && bits.low >> 32 == 0xFFFF
            self.init(family: isMapped ? .v4 : .v6, high: bits.high, low: isMapped ? bits.low & 0xFFFF_FFFF : bits.low)
        } else {
            return nil
        }
    }

    private init(family: Family, high: UInt64, low: UInt64) {
        self.family = family
        self.high = high
        self.low = low
    }

    /// Dotted for IPv4; for IPv6 as RFC 5952 has it, for example `2001:db8::1`.
    package var description: String {
        switch family {
        case .v4: Self.text(AF_INET, high: low << 32, low: 0)
        case .v6: Self.text(AF_INET6, high: high, low: low)
        }
    }

    /// Whose address it is, as far as limits go: one IPv4 address, or the /64 that an IPv6 subscriber gets, within which
    /// addresses cost nothing.
    package var network: String {
        switch family {
        case .v4: description
        case .v6: Self.text(AF_INET6, high: high, low: 0) + "/64"
        }
    }

    /// The bytes of an address as libc reads it, in network order; those of an IPv4 address come first.
    private static func bits(_ family: Int32, _ text: String) -> (high: UInt64, low: UInt64)? {
        var bits: (high: UInt64, low: UInt64) = (0, 0)
        guard inet_pton(family, text, &bits) == 1 else { return nil }
        return (UInt64(bigEndian: bits.high), UInt64(bigEndian: bits.low))
    }

    private static func text(_ family: Int32, high: UInt64, low: UInt64) -> String {
        var bits = (high.bigEndian, low.bigEndian)
        // The longest has eight groups of four and a zero; libc would give up on less than 46.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 46) { buffer in
            inet_ntop(family, &bits, buffer.baseAddress, 46).map { String(cString: $0) } ?? ""
        }
    }
}
