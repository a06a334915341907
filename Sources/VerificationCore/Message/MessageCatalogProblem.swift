import StrictJSON

/// Why a String Catalog cannot be used; a program with such a catalog must not start.
package enum MessageCatalogProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is not JSON.
    case notJSON(JSONProblem)
    /// It has no text under the key `verification.sms`, or one in another shape than Xcode writes.
    case unreadable(language: String)
    /// It names a language in a way that is no BCP 47 tag, or one language twice.
    case language(String)
    /// There is no English, which answers when nothing else fits.
    case noEnglish
    /// A text has a placeholder that nobody fills in.
    case unknownPlaceholder(in: LanguageTag)
    /// A form of a text does not hold this placeholder exactly once.
    case placeholder(String, PluralCategory, in: LanguageTag)
    /// A form that some number of minutes needs is missing.
    case missingForm(PluralCategory, in: LanguageTag)

    /// What is wrong, in words for whoever edits the catalog.
    package var description: String {
        switch self {
        case .notJSON(let problem): "message catalog: \(problem)"
        case .unreadable(let language): "message catalog: no readable text for \(language)"
        case .language(let name): "message catalog: \(name) is not a language tag, or comes twice"
        case .noEnglish: "message catalog: no English text"
        case .unknownPlaceholder(let language): "message catalog: unknown placeholder in \(language)"
        case .placeholder(let name, let form, let language):
            "message catalog: \(language), form \(form), does not hold \(name) exactly once"
        case .missingForm(let form, let language): "message catalog: \(language) has no form \(form)"
        }
    }
}
