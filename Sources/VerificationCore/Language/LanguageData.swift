/// Port: what is known of the world's languages.
package protocol LanguageData: Sendable {
    /// The same language under the name in use now: `iw` is `he`, `zh-yue` is `yue`, `eng-840` is `en-US`.
    func canonical(_ tag: LanguageTag) -> LanguageTag
    /// A matcher among these languages, in the order of preference where several fit alike.
    func matcher(among offered: [LanguageTag]) -> any LanguageMatcher
    /// How a language counts; `PluralRule.none` for one that nobody has told it of.
    func pluralRule(of language: LanguageTag) -> PluralRule
}
