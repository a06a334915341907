/// An IPv4 or IPv6 address in text form, as a backend passes on the address of a person's device.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
    /// The protocol's version.
    package enum Family: Sendable, Hashable {
        case v4
        case v6
    }

    package let family: Family
    /// 4 or 16 bytes in network order; an IPv4 address in IPv6 form is kept as IPv4, so that it has one key.
    package let bytes: [UInt8]

    /// Nil for anything but one plain address: no port, no zone, no brackets, no prefix length.
    package init?(_ text: String) {
        guard text.utf8.count <= 45 else { return nil }
        if let bytes = Self.v4(text[...]) {
            self.init(family: .v4, bytes: bytes)
        } else if let bytes = Self.v6(text) {
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            self.init(family: isMapped ? .v4 : .v6, bytes: isMapped ? Array(bytes.suffix(4)) : bytes)
        } else {
            return nil
        }
    }

    private init(family: Family, bytes: [UInt8]) {
        self.family = family
        self.bytes = bytes
    }

    /// Dotted for IPv4; eight groups without abbreviation for IPv6.
    package var description: String {
        switch family {
        case .v4: bytes.map(String.init).joined(separator: ".")
        case .v6:
            stride(from: 0, to: 16, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
                .joined(separator: ":")
        }
    }

    private static func v4(_ text: Substring) -> [UInt8]? {
        let fields = text.split(separator: ".", omittingEmptySubsequences: false)
        guard fields.count == 4 else { return nil }
        let bytes = fields.compactMap { field -> UInt8? in
            let isPlain = field.utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard isPlain, (1...3).contains(field.utf8.count), field.utf8.count == 1 || field.first != "0" else {
                return nil
            }
            return UInt8(field)
        }
        return bytes.count == 4 ? bytes : nil
    }

    private static func v6(_ text: String) -> [UInt8]? {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
        switch halves.count {
        case 1:
            guard let bytes = groups(halves[0], mayEndDotted: true), bytes.count == 16 else { return nil }
            return bytes
        case 2:
            guard let head = groups(halves[0], mayEndDotted: false), let tail = groups(halves[1], mayEndDotted: true),
                head.count + tail.count <= 14
            else { return nil }
            return head + Array(repeating: 0, count: 16 - head.count - tail.count) + tail
        case _:
            return nil
        }
    }

    /// The bytes of groups between colons; the last one of an address may be a dotted IPv4 address.
    private static func groups(_ text: Substring, mayEndDotted: Bool) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, field) in fields.enumerated() {
            if mayEndDotted, field.contains("."), index == fields.count - 1, let tail = v4(field) {
                bytes += tail
            } else if (1...4).contains(field.utf8.count), field.allSatisfy(\.isHexDigit),
                let group = UInt16(field, radix: 16)
            {
                bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            } else {
                return nil
            }
        }
        return bytes
    }
}
