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
