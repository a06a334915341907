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
