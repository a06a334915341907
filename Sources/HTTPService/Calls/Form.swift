/// The fields of a form, decoded, in their order.
package struct Form: Sendable {
    package let fields: [(name: String, value: String)]

    /// Reads `a=1&b=2`; nil where a `%` is no escape, or where what it decodes to is no UTF-8 or holds a NUL.
    ///
    /// PostgreSQL keeps no NUL in a text, so an action could be done, and its line in the audit could not be written.
    package init?(_ body: [UInt8]) {
        var fields: [(name: String, value: String)] = []
        for field in body.split(separator: UInt8(ascii: "&")) {
            let halves = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(halves[0]), let value = halves.count > 1 ? Self.decoded(halves[1]) : ""
            else { return nil }
            fields.append((name, value))
        }
        self.fields = fields
    }

    /// The first value of this name that is not empty.
    package subscript(_ name: String) -> String? { fields.first { $0.name == name && !$0.value.isEmpty }?.value }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
        var text: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit)
                else { return nil }
                text.append(high << 4 | low)
            } else {
                text.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return text.contains(0) ? nil : String(validating: text, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}

extension Form {
    /// Writes fields as a form; every byte but ASCII letters and digits is written as `%XX`.
    package static func encode(_ fields: [(name: String, value: String)]) -> [UInt8] {
        Array(fields.map { escaped($0.name) + "=" + escaped($0.value) }.joined(separator: "&").utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII,
                scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "-._*".utf8.contains(byte)
            {
                return String(scalar)
            }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
