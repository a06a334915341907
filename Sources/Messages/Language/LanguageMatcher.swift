import GatewayKit

/// Port: finds the language to answer in, among the languages that have texts.
///
/// It works as CLDR does. The language must be the language asked for, or a language that its readers read too. Then
/// the script decides, then the region. Every message asks, so a matcher keeps its answers in memory.
package protocol LanguageMatcher: Sendable {
    /// The language that fits `asked` best; nil if no language fits.
    func match(_ asked: LanguageTag) -> LanguageTag?
    /// A matcher among its own languages and these; these win where both fit alike.
    func matcher(preferring others: [LanguageTag]) -> any LanguageMatcher
}

extension LanguageMatcher {
    /// The match of the first tag that has a match.
    package func firstMatch(_ asked: [LanguageTag?]) -> LanguageTag? {
        for tag in asked {
            if let match = tag.flatMap(match) { return match }
        }
        return nil
    }
}

/// Port: what is known of the world's languages.
package protocol LanguageData: Sendable {
    /// The same language under its present name: `iw` is `he`, `zh-yue` is `yue`, `eng-840` is `en-US`.
    func canonical(_ tag: LanguageTag) -> LanguageTag
    /// A matcher among these languages; where several fit alike, the earlier language wins.
    func matcher(among offered: [LanguageTag]) -> any LanguageMatcher
    /// How a language counts; `PluralRule.none` for an unknown language.
    func pluralRule(of language: LanguageTag) -> PluralRule
}
