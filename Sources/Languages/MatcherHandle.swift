import CLanguages
import VerificationCore

/// Owns one of ICU's matchers.
///
/// It never changes after it was made, so any task may ask it; hence `@unchecked Sendable`.
struct MatcherHandle: ~Copyable, @unchecked Sendable {
    private let matcher: OpaquePointer?
    private let offered: [LanguageTag]

    init(among offered: [LanguageTag]) {
        self.offered = offered
        matcher = CLanguageMatcherMake(offered.map(\.description).joined(separator: " "))
    }

    deinit { CLanguageMatcherFree(matcher) }

    /// What ICU finds closest; the first where several are as close, nil where none is close enough.
    borrowing func closest(to tag: String) -> LanguageTag? {
        guard let matcher else { return nil }
        let position = Int(CLanguageMatcherFind(matcher, tag))
        return offered.indices.contains(position) ? offered[position] : nil
    }
}
