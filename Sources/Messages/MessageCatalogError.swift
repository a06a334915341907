import GatewayKit
import StrictJSON

/// Why a String Catalog cannot be used; a program with such a catalog must not start.
package enum MessageCatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is not JSON.
    case notJSON(JSONError)
    /// It has no text under the key `verification.sms`, or a text in a shape that Xcode does not write.
    case unreadable(language: String)
    /// It names a language by what is not a BCP 47 tag, or it names a language twice.
    case language(String)
    /// There is no English, which answers when no other language fits.
    case noEnglish
    /// A text has an unknown placeholder.
    case unknownPlaceholder(in: LanguageTag)
    /// A form of a text does not hold this placeholder exactly once.
    case placeholder(String, PluralCategory, in: LanguageTag)
    /// A form that some number of minutes needs is missing.
    case missingForm(PluralCategory, in: LanguageTag)

    /// What is wrong, as text for the developer who edits the catalog.
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
