/// Port: what is known of the world's languages.
package protocol LanguageData: Sendable {
    /// The same language under the name in use now: `iw` is `he`, `zh-yue` is `yue`, `eng-840` is `en-US`.
    func canonical(_ tag: LanguageTag) -> LanguageTag
    /// A matcher among these languages, in the order of preference where several fit alike.
    func matcher(among offered: [LanguageTag]) -> any LanguageMatcher
    /// How a language counts; `PluralRule.none` for one that nobody has told it of.
    func pluralRule(of language: LanguageTag) -> PluralRule
}

/// Port: finds the language to answer in, among those there are texts for.
///
/// The CLDR way: the language must be the one asked for or one that its readers read too, then the script decides, then
/// the region. Asked on the path of every message, so it answers again from memory.
package protocol LanguageMatcher: Sendable {
    /// The language that fits `asked` best; nil if none does.
    func match(_ asked: LanguageTag) -> LanguageTag?
    /// A matcher among these languages and its own; these go first where both fit alike.
    func matcher(preferring others: [LanguageTag]) -> any LanguageMatcher
}

extension LanguageMatcher {
    /// The match of the first of these that has one.
    package func firstMatch(_ asked: [LanguageTag?]) -> LanguageTag? {
        for tag in asked {
            if let match = tag.flatMap(match) { return match }
        }
        return nil
    }
}
