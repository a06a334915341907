/// Port: what is known of the world's languages.
package protocol LanguageData: Sendable {
    /// The same language under its present name: `iw` is `he`, `zh-yue` is `yue`, `eng-840` is `en-US`.
    func canonical(_ tag: LanguageTag) -> LanguageTag
    /// A matcher among these languages; where several fit alike, the earlier language wins.
    func matcher(among offered: [LanguageTag]) -> any LanguageMatcher
    /// How a language counts; `PluralRule.none` for an unknown language.
    func pluralRule(of language: LanguageTag) -> PluralRule
}
