import SMPP

/// Optional parameters that an operator wants in every message, such as a number of the contract.
struct SMPPParameters: Sendable, Hashable {
    let all: [Parameter]

    /// What the gateway itself decides on: the text's parameter and the numbers of its parts.
    private static let taken: Set<UInt16> = [0x020C, 0x020E, 0x020F, 0x0424]
    private static let longestValue = 254

    /// Reads tags such as `0x1400` or `5120`, with values such as `1101500`, or `hex:0A` for octets.
    ///
    /// - Throws: which tag or value SMPP cannot carry, or which tag is the gateway's own or comes twice.
    init(_ texts: [String: String], besides others: Set<UInt16> = []) throws(GatewaySettingsError) {
        var values: [UInt16: [UInt8]] = [:]
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            guard let tag = Self.tag(name), !Self.taken.contains(tag), !others.contains(tag), values[tag] == nil else {
                throw GatewaySettingsError(.malformedTag, setting: "tlvs.\(name)")
            }
            guard let value = Self.value(text), value.count <= Self.longestValue else {
                throw GatewaySettingsError(.malformedTagValue, setting: "tlvs.\(name)")
            }
            values[tag] = value
        }
        all = values.sorted { $0.key < $1.key }.map { Parameter(Parameter.Tag(rawValue: $0.key), value: $0.value) }
    }

    private static func tag(_ text: String) -> UInt16? {
        guard text.utf8.allSatisfy(\.isASCIILetterOrDigit) else { return nil }
        let isHexadecimal = text.lowercased().hasPrefix("0x")
        return isHexadecimal ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text)
    }

    /// Each letter is an octet, up to U+00FF; nil for another letter, and for what is no pair of hexadecimal digits.
    private static func value(_ text: String) -> [UInt8]? {
        guard text.hasPrefix("hex:") else {
            let octets = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
            return octets.count == text.unicodeScalars.count ? octets : nil
        }
        let digits = Array(text.utf8.dropFirst(4))
        guard digits.count.isMultiple(of: 2), digits.allSatisfy(\.isASCIILetterOrDigit) else { return nil }
        let octets = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
        return octets.count == digits.count / 2 ? octets : nil
    }
}
