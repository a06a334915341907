import GatewayKit

/// A sentence, and the words in it that depend on the number of minutes.
struct LocalizedText {
    private let sentence: MessageFormat
    private let minutes: [PluralCategory: MessageFormat]

    /// A sentence with its words for minutes; without such words, the minutes in it are a number only.
    init(_ sentence: MessageFormat, minutes: [PluralCategory: MessageFormat] = [:]) {
        self.sentence = sentence
        self.minutes = minutes
    }

    /// A sentence that stands whole in each of its forms.
    init(whole forms: [PluralCategory: MessageFormat]) {
        sentence = MessageFormat(fragments: [.substitution(Self.all)])
        minutes = forms
    }

    private static let all = "whole sentence"

    /// The sentence in each form of its words for minutes; a single form if it has no such words.
    func forms(in language: LanguageTag) throws(MessageCatalogError) -> [PluralCategory: MessageFormat] {
        if minutes.isEmpty {
            guard sentence.replacingSubstitutions({ _ in nil }) != nil else { throw .unknownPlaceholder(in: language) }
            return [.other: sentence]
        }
        var forms: [PluralCategory: MessageFormat] = [:]
        for (category, words) in minutes {
            let whole = sentence.replacingSubstitutions { $0 == "minutes" || $0 == Self.all ? words : nil }
            guard let whole else { throw .unknownPlaceholder(in: language) }
            forms[category] = whole
        }
        return forms
    }

    /// The sentence with words for hours in place of minutes; nil where its words do not stand apart.
    func forms(ofHours hours: [PluralCategory: MessageFormat]) -> [PluralCategory: MessageFormat]? {
        guard !minutes.isEmpty else { return nil }
        var forms: [PluralCategory: MessageFormat] = [:]
        for (category, words) in hours {
            guard let form = sentence.replacingSubstitutions({ $0 == "minutes" ? words : nil }) else { return nil }
            forms[category] = form
        }
        return forms.isEmpty ? nil : forms
    }
}
