import CLanguages
import VerificationCore

/// Owns one of ICU's matchers.
///
/// `@unchecked Sendable`: the matcher never changes after it was made, so any task may ask it.
struct MatcherHandle: ~Copyable, @unchecked Sendable {
    private let matcher: OpaquePointer?
    private let offered: [LanguageTag]

    init(among offered: [LanguageTag]) {
        self.offered = offered
        matcher = CLanguageMatcherMake(offered.map(\.description).joined(separator: " "))
    }

    deinit { CLanguageMatcherFree(matcher) }

    /// The offered tag that ICU finds closest, and the first of several that are equally close.
    ///
    /// Nil where no tag is close enough.
    borrowing func closest(to tag: String) -> LanguageTag? {
        guard let matcher else { return nil }
        let position = Int(CLanguageMatcherFind(matcher, tag))
        return offered.indices.contains(position) ? offered[position] : nil
    }
}
