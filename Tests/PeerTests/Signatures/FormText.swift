/// Forms as strangers write them: each character may be escaped or not, and a space may be a plus.
enum FormText {
    static func write(
        _ pairs: [(name: String, value: String)], using random: inout some RandomNumberGenerator
    ) -> String {
        var written: [String] = []
        for pair in pairs {
            written.append(escape(pair.name, using: &random) + "=" + escape(pair.value, using: &random))
        }
        return written.joined(separator: "&")
    }

    private static func escape(_ text: String, using random: inout some RandomNumberGenerator) -> String {
        var escaped = ""
        for byte in text.utf8 {
            let character = Character(Unicode.Scalar(byte))
            if character == " ", Bool.random(using: &random) {
                escaped += "+"
            } else if character.isASCII, character.isLetter || character.isNumber, Bool.random(using: &random) {
                escaped.append(character)
            } else {
                let digits = String(byte, radix: 16, uppercase: Bool.random(using: &random))
                escaped += "%" + (byte < 16 ? "0" : "") + digits
            }
        }
        return escaped
    }
}
