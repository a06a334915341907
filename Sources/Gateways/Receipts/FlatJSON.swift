import StrictJSON

/// Reads a JSON object without arrays and objects in it, whose numbers count as they are written.
enum FlatJSON {
    /// Each name with its value's text, for example `0.0330` for `0.0330`; nil for any other document.
    static func texts(_ body: [UInt8]) -> [String: String]? {
        guard let object = try? JSONValue(parsing: quotingNumbers(body)).object else { return nil }
        var texts: [String: String] = [:]
        for member in object.members {
            guard let text = member.value.string else { return nil }
            texts[member.key] = text
        }
        return texts
    }

    /// The document with its numbers as strings: a signature is over a number's digits, and reading would lose zeros.
    private static func quotingNumbers(_ body: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        var quoted: [UInt8] = []
        var isInString = false
        var isInNumber = false
        var isEscaped = false
        for byte in body {
            if !isInString, isNumeric(byte) != isInNumber {
                quoted.append(quote)
                isInNumber.toggle()
            }
            quoted.append(byte)
            if byte == quote, !isEscaped { isInString.toggle() }
            isEscaped = isInString && byte == UInt8(ascii: "\\") && !isEscaped
        }
        return quoted
    }

    /// Outside strings these are found in numbers only, but for `e` in `true` and `false`, which no receipt holds.
    private static func isNumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
