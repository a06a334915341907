/// What an SMS says, and what sending it will take.
///
/// It holds the code, so its descriptions tell everything but the words.
public struct MessageText: Sendable, Hashable {
    /// The words, autofill lines included.
    public let text: String
    /// The language they are in.
    public let language: LanguageTag
    /// The encoding they need.
    public let encoding: SMSEncoding
    /// How many messages a provider will count.
    public let parts: Int
    /// Their length in the encoding's units.
    public let units: Int

    /// Measures a text.
    public init(_ text: String, language: LanguageTag) {
        self.text = text
        self.language = language
        encoding = SMSEncoding(for: text)
        units = encoding.units(of: text)
        parts = units <= encoding.unitsInOne ? 1 : encoding.parts(of: text).count
    }
}

extension MessageText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Language, encoding, units and parts.
    public var description: String { "text in \(language), \(encoding), \(units) units, \(parts) parts" }
    /// As `description`.
    public var debugDescription: String { description }
    /// As `description`, so that dumping a value that holds a text does not tell it either.
    public var customMirror: Mirror { Mirror(self, children: [("summary", description)]) }
}
