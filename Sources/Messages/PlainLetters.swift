import GatewayKit

/// The plain forms that people write where an alphabet lacks a character: `ő` as `o`, `ş` as `s`, a dash as a hyphen.
///
/// A single `ç` moves a whole text to UCS-2, of which a segment holds less than half. So an app may prefer plain
/// letters to two segments.
enum PlainLetters {
    /// The text in the GSM alphabet; nil if it is in the alphabet already, or a character has no plain form.
    ///
    /// A text that would need UCS-2 all the same gains nothing by plain letters. Characters of the GSM alphabet, such
    /// as `é` and `ñ`, stay as they are. Vietnamese and Irish are different: people write either all accents or no
    /// accents. There the few accents that could stay would look like a mistake, so all go.
    static func replacing(in text: String, language: LanguageTag) -> String? {
        guard SMSEncoding(for: text) != .gsm7 else { return nil }
        let isBare = ["vi", "ga"].contains(language.language)
        var plain = ""
        for character in text {
            if isBare, let letter = bareVowels[character] {
                plain.append(letter)
            } else if character.unicodeScalars.allSatisfy({ GSMAlphabet.septets($0) > 0 }) {
                plain.append(character)
            } else if let form = forms[character] {
                plain += form
            } else {
                return nil
            }
        }
        return plain
    }

    /// The text with the keyboard's quotes and dashes, and with each accent joined to its letter.
    ///
    /// An accent stays apart where Unicode has no character for both.
    static func withoutTypography(_ text: String) -> String {
        text.reduce(into: "") { plain, character in
            plain += keyboardForms[character] ?? joined[character].map(String.init) ?? String(character)
        }
    }

    /// The accented vowels of the GSM alphabet that Vietnamese or Irish writes.
    private static let bareVowels: [Character: Character] = [
        "à": "a", "è": "e", "é": "e", "ì": "i", "ò": "o", "ù": "u", "É": "E",
    ]

    private static let keyboardForms: [Character: String] = [
        "‘": "'", "’": "'", "‚": "'", "‛": "'", "ʼ": "'", "“": "\"", "”": "\"", "„": "\"", "‟": "\"", "‐": "-",
        "‑": "-",
        "‒": "-", "–": "-", "—": "-", "―": "-", "−": "-", "…": "...",
    ]

    /// Latin, Greek and Cyrillic letters with accents, each mapped to itself.
    ///
    /// Swift finds a letter here also where its accent follows it as a character of its own.
    private static let joined: [Character: Character] = {
        var joined: [Character: Character] = [:]
        for block in [0xC0...0x24F, 0x386...0x4FF, 0x1E00...0x1FFF] as [ClosedRange<UInt32>] {
            for letter in block.compactMap(Unicode.Scalar.init).map(Character.init) { joined[letter] = letter }
        }
        return joined
    }()

    /// The plain form of each character; Swift finds a letter whether its accent is part of it or follows it.
    private static let forms: [Character: String] = {
        var forms: [Character: String] = [:]
        for (plain, characters) in table {
            for character in characters where character != " " { forms[character] = plain }
        }
        for scalar in spaces { forms[Character(scalar)] = " " }
        for scalar in unseen { forms[Character(scalar)] = "" }
        // These are in the alphabet as one scalar; a letter written as two scalars becomes the one scalar.
        for letter in "éèùìòàñäöüåÇÄÖÜÅÉÑ" { forms[letter] = String(letter) }
        return forms
    }()

    private static let spaces =
        "\t\u{A0}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200A}\u{202F}\u{205F}"
        .unicodeScalars

    /// Marks where a line may or may not break, which show nothing.
    private static let unseen = "\u{AD}\u{200B}\u{2060}\u{FEFF}".unicodeScalars

    private static let table: KeyValuePairs<String, String> = [
        "a": "áâãāăąǎ ạảấầẩẫậắằẳẵặ ª", "A": "ÁÀÂÃĀĂĄǍ ẠẢẤẦẨẪẬẮẰẲẴẶ Α", "b": "ɓ", "B": "ƁΒ", "c": "çćĉċč", "C": "ĆĈĊČ",
        "d": "ďđðɗ", "D": "ĎĐÐƊ", "e": "êëēĕėęěə ẹẻẽếềểễệ", "E": "ÈÊËĒĔĖĘĚƏ ẸẺẼẾỀỂỄỆ Ε", "g": "ĝğġģ", "G": "ĜĞĠĢ",
        "h": "ĥħ", "H": "ĤĦΗ", "i": "íîïĩīĭįı ỉị", "I": "ÍÌÎÏĨĪĬĮİ ỈỊ Ι", "j": "ĵ", "J": "Ĵ", "k": "ķƙ", "K": "ĶƘΚ",
        "l": "ĺļľŀł", "L": "ĹĻĽĿŁ", "M": "Μ", "n": "ńņňŋ", "N": "ŃŅŇŊΝ", "o": "óôõōŏő ọỏốồổỗộớờởỡợơ º",
        "O": "ÓÒÔÕŌŎŐ ỌỎỐỒỔỖỘỚỜỞỠỢƠ Ο", "P": "Ρ", "r": "ŕŗř", "R": "ŔŖŘ", "s": "śŝşšș", "S": "ŚŜŞŠȘ", "t": "ţťŧț",
        "T": "ŢŤŦȚΤ", "u": "úûũūŭůűų ụủứừửữựư", "U": "ÚÙÛŨŪŬŮŰŲ ỤỦỨỪỬỮỰƯ", "w": "ŵẁẃẅ", "W": "ŴẀẂẄ", "X": "Χ",
        "y": "ýÿŷỳỵỷỹƴ", "Y": "ÝŸŶỲỴỶỸƳΥ", "z": "źżž", "Z": "ŹŻŽΖ", "ae": "ǽ", "oe": "œ", "OE": "Œ", "th": "þ",
        "Th": "Þ", "SS": "ẞ", "'": "‘’‚‛‹›ʻʼ´`′", "\"": "“”„‟«»″", "-": "‐‑‒–—―−", "...": "…", "x": "×", ".": "·",
        "TM": "™",
        "(R)": "®", "(C)": "©", "No": "№",
    ]
}
