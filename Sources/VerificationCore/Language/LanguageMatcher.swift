/// Finds the language to answer in, among those there are texts for.
///
/// The CLDR way: both sides are filled up with their likely script and region, then the language must be the one asked
/// for or one that its readers read too, then the script decides, then the region.
package struct LanguageMatcher: Sendable, Hashable {
    private let exact: Set<LanguageTag>
    private let candidates: [String: [Candidate]]
    private let lastResort: LanguageTag

    /// More than scripts and regions can be apart.
    private static let another = 1_000

    private struct Candidate: Sendable, Hashable {
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
        for tag in [asked, appDefault] {
            if let match = tag.flatMap(match) { return match.language }
        }
        return lastResort
    }

    /// The language that fits best, and how well it does; nil if none does.
    func match(_ asked: LanguageTag) -> LanguageMatch? {
        if exact.contains(asked) { return LanguageMatch(language: asked, distance: 0) }
        let subtags = asked.subtags
        if let match = closest(to: subtags) { return match }
        let related = RelatedLanguages.readable(by: subtags.language)
        guard !related.isEmpty else { return nil }
        var full = LikelySubtags.maximized(subtags)
        for (rank, language) in related.enumerated() {
            full.language = language
            if let match = closest(to: full) {
                return LanguageMatch(language: match.language, distance: match.distance + (rank + 1) * Self.another)
            }
        }
        return nil
    }

    private func closest(to asked: LanguageTag.Subtags) -> LanguageMatch? {
        guard let candidates = candidates[asked.language] else { return nil }
        let full = LikelySubtags.maximized(asked)
        var best: LanguageMatch?
        for candidate in candidates {
            guard let distance = distance(from: full, to: candidate) else { continue }
            if distance < best?.distance ?? .max {
                best = LanguageMatch(language: candidate.tag, distance: distance)
            }
        }
        return best
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

/// A language there is a text for, and how far it is from the one asked for.
struct LanguageMatch: Sendable, Hashable {
    let language: LanguageTag
    /// Zero for the same language, or one that is the same once script and region are filled in.
    let distance: Int
}
