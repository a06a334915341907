import VerificationCore

/// Finds the language to answer in by CLDR's distances, and where CLDR leads readers astray, by the rules beside them here.
final class ICULanguageMatcher: LanguageMatcher {
    private let offered: [LanguageTag]
    /// Those that are taken for themselves, also where ICU would take another name for the same.
    private let preferred: [LanguageTag]
    private let handle: MatcherHandle
    private let answers = BoundedCache<LanguageTag, LanguageTag?>(capacity: 1_000)
    private let larger = BoundedCache<[LanguageTag], ICULanguageMatcher>(capacity: 200)

    convenience init(among offered: [LanguageTag]) {
        self.init(preferring: offered, then: [])
    }

    private init(preferring preferred: [LanguageTag], then others: [LanguageTag]) {
        self.preferred = preferred
        offered = preferred + others
        // ICU takes a tag without a language for English.
        handle = MatcherHandle(among: offered.filter { !$0.isPrivate && $0.language != "und" })
    }

    func match(_ asked: LanguageTag) -> LanguageTag? {
        answers.value(for: asked) { preferred.contains($0) ? $0 : find($0) }
    }

    func matcher(preferring others: [LanguageTag]) -> any LanguageMatcher {
        larger.value(for: others) { ICULanguageMatcher(preferring: $0, then: offered) }
    }

    private func find(_ asked: LanguageTag) -> LanguageTag? {
        guard !asked.isPrivate, let reader = LikelyLanguage(LanguageNames.meant(by: asked)) else { return nil }
        let found = closest(to: reader.tag, for: reader)
        if let found, found.language == reader.likelyLanguage { return found }
        return ownLanguage(of: reader) ?? found.map { closer($0, for: reader) } ?? related(to: reader)
    }

    /// A text in the language asked for, though in other letters or for another region.
    ///
    /// Whoever writes Russian or Hebrew in Latin letters reads its own, and whoever reads Uzbek in Cyrillic letters reads
    /// it in Latin ones. CLDR would rather have them read nothing, or Russian. It has Bosnian for Croats in Bosnia, too.
    private func ownLanguage(of reader: LikelyLanguage) -> LanguageTag? {
        guard ["Latn", "Cyrl"].contains(reader.likelyScript) else { return nil }
        return handle.closest(to: reader.language).flatMap { $0.language == reader.language ? $0 : nil }
    }

    /// Of the texts in a language that the reader reads too, the one for the reader's region: `es-419` for `qu-PE`.
    private func closer(_ found: LanguageTag, for reader: LikelyLanguage) -> LanguageTag {
        guard !reader.region.isEmpty,
            let there = closest(to: reader.tag(ofLanguage: String(found.language)), for: reader),
            there.language == found.language
        else { return found }
        return there
    }

    /// A text that the readers of a small language read, of which ICU knows too little.
    private func related(to reader: LikelyLanguage) -> LanguageTag? {
        if let language = LanguageNames.readers[reader.language] { return handle.closest(to: language) }
        // ICU knows that Iraqi Arabic (acm) is Arabic, but not that it is written so.
        guard reader.likelyScript.isEmpty else { return nil }
        for script in ["Arab", "Hans"] {
            if let found = closest(to: reader.language + "-" + script, for: reader) { return found }
        }
        return nil
    }

    /// What ICU finds, unless it is English for want of anything better.
    ///
    /// CLDR leads some sixty languages to English. An app's default knows its users better, and English comes last in any
    /// case.
    private func closest(to tag: String, for reader: LikelyLanguage) -> LanguageTag? {
        let found = handle.closest(to: tag)
        return found?.language == "en" && reader.likelyLanguage != "en" ? nil : found
    }
}
