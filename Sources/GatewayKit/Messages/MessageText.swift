/// What an SMS says, and what sending it takes.
///
/// The text holds the code. So descriptions show everything but the text.
public struct MessageText: Sendable, Hashable {
    /// The text that the person reads, autofill lines included.
    public let text: String
    /// The language of the text.
    public let language: LanguageTag
    /// The encoding that the text needs.
    public let encoding: SMSEncoding
    /// How many messages a provider will count.
    public let segments: Int
    /// The length of the text in the encoding's units.
    public let units: Int

    /// Measures a text.
    public init(_ text: String, language: LanguageTag) {
        self.text = text
        self.language = language
        encoding = SMSEncoding(for: text)
        units = encoding.units(of: text)
        segments = units <= encoding.unitsInOne ? 1 : encoding.segments(of: text).count
    }
}

extension MessageText {
    /// What sending it takes, as text for people.
    ///
    /// Up to three characters that keep it out of the GSM alphabet are named.
    package var cost: String {
        let strangers = SMSEncoding.charactersBeyondGSM7(in: text)
        let reason = (1...3).contains(strangers.count) ? " for \(strangers.map(Self.shown).joined(separator: " "))" : ""
        return "\(encoding)\(reason), \(size)"
    }

    /// How long it is, as text for people.
    package var size: String {
        segments == 1 ? "\(units) of \(encoding.unitsInOne) units, 1 segment" : "\(units) units, \(segments) segments"
    }

    /// A character as an operator can see it and look it up.
    private static func shown(_ character: Character) -> String {
        let scalars = character.unicodeScalars
        guard scalars.contains(where: { $0.properties.isDefaultIgnorableCodePoint || $0.properties.isWhitespace })
        else {
            return String(character)
        }
        return scalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }.joined(separator: "+")
    }
}

extension MessageText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Language, encoding, units and segments.
    public var description: String { "text in \(language), \(encoding), \(units) units, \(segments) segments" }
    /// The same text as `description`, so that a debugger does not show the SMS either.
    public var debugDescription: String { description }
    /// Only `description`, so that dumping a value that holds a text does not show it either.
    public var customMirror: Mirror { Mirror(self, children: [("summary", description)]) }
}
