import VerificationCore

/// The fields of a form or of a URL's query, decoded, in their order.
struct FormFields {
    /// A name may come more than once.
    let pairs: [(name: String, value: String)]

    /// Reads `a=1&b=2`; nil where a `%` is no escape, or where what it decodes to is no UTF-8.
    init?(_ text: some Collection<UInt8>) {
        var pairs: [(name: String, value: String)] = []
        for pair in text.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]), let value = parts.count > 1 ? Self.decoded(parts[1]) : ""
            else { return nil }
            pairs.append((name, value))
        }
        self.pairs = pairs
    }

    /// Reads a URL's query; no fields where there is none.
    init?(queryOf url: String) {
        self.init(url.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst())
    }

    /// The first value of this name.
    subscript(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

    /// Each name with its value; nil where a name comes twice.
    var unique: [String: String]? {
        let fields = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
        return fields.count == pairs.count ? fields : nil
    }

    private static func decoded(_ bytes: some Collection<UInt8>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit)
                else { return nil }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}

extension DeliveryReceipt {
    /// A provider's number for a failure as a reason, for example `error-30003`; nil for 0, which is no failure, and for
    /// what is no number.
    static func reason(error code: String?) -> String? {
        guard let code, let number = UInt32(code), number > 0 else { return nil }
        return "error-\(number)"
    }
}
