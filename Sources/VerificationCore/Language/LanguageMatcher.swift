/// Finds the language to answer in, among those there are texts for.
///
/// The CLDR way: both sides are filled up with their likely script and region, then the language must be the one asked
/// for or one that its readers read too, then the script decides, then the region.
package struct LanguageMatcher: Sendable {
    private let exact: Set<LanguageTag>
    private let candidates: [String: [Candidate]]
    private let lastResort: LanguageTag

    private struct Candidate: Sendable {
        let tag: LanguageTag
        let script: String
        let region: String?
    }

    /// A matcher among these languages; `lastResort`, one of them, answers when nothing fits.
    package init(among supported: [LanguageTag], lastResort: LanguageTag = .english) {
        exact = Set(supported)
        self.lastResort = lastResort
        var candidates: [String: [Candidate]] = [:]
        for tag in supported {
            let full = LikelySubtags.maximized(tag.subtags)
            let candidate = Candidate(tag: tag, script: full.script ?? "", region: full.region)
            candidates[full.language, default: []].append(candidate)
        }
        self.candidates = candidates
    }

    /// The language that fits `asked` best; where none does, the one that fits the app's default; then the last resort.
    package func bestMatch(for asked: LanguageTag?, default appDefault: LanguageTag?) -> LanguageTag {
        match(asked) ?? match(appDefault) ?? lastResort
    }

    private func match(_ asked: LanguageTag?) -> LanguageTag? {
        guard let asked else { return nil }
        if exact.contains(asked) { return asked }
        let subtags = asked.subtags
        if let tag = closest(to: subtags) { return tag }
        let related = RelatedLanguages.readable(by: subtags.language)
        guard !related.isEmpty else { return nil }
        var full = LikelySubtags.maximized(subtags)
        for language in related {
            full.language = language
            if let tag = closest(to: full) { return tag }
        }
        return nil
    }

    private func closest(to asked: LanguageTag.Subtags) -> LanguageTag? {
        guard let candidates = candidates[asked.language] else { return nil }
        let full = LikelySubtags.maximized(asked)
        var best: (tag: LanguageTag, distance: Int)?
        for candidate in candidates {
            guard let distance = distance(from: full, to: candidate) else { continue }
            if distance < best?.distance ?? .max { best = (candidate.tag, distance) }
        }
        return best?.tag
    }

    private func distance(from asked: LanguageTag.Subtags, to candidate: Candidate) -> Int? {
        RelatedLanguages.distance(
            fromScript: asked.script ?? "", to: candidate.script, language: asked.language
        ).map { script in
            script
                + RelatedLanguages.distance(
                    fromRegion: asked.region, to: candidate.region, language: asked.language)
        }
    }
}
