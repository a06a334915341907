import CLanguages
import GatewayKit
import Messages
import Synchronization

/// Finds the language to answer in by CLDR's distances, and by the rules in this file where CLDR misleads readers.
final class ICULanguageMatcher: LanguageMatcher {
    private let offered: [LanguageTag]
    /// The tags that match themselves, also where ICU has another name for the same language.
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
    /// A person who writes Russian or Hebrew in Latin letters also reads it in its own letters, and a reader of Uzbek
    /// in Cyrillic letters also reads it in Latin letters. CLDR finds nothing for such a reader, or Russian. For
    /// Croatian in Bosnia, CLDR finds Bosnian.
    private func ownLanguage(of reader: LikelyLanguage) -> LanguageTag? {
        guard ["Latn", "Cyrl"].contains(reader.likelyScript) else { return nil }
        return handle.closest(to: reader.language).flatMap { $0.language == reader.language ? $0 : nil }
    }

    /// Of the texts in a language that the reader reads too, the text for the reader's region: `es-419` for `qu-PE`.
    private func closer(_ found: LanguageTag, for reader: LikelyLanguage) -> LanguageTag {
        guard !reader.region.isEmpty,
            let there = closest(to: reader.tag(ofLanguage: String(found.language)), for: reader),
            there.language == found.language
        else { return found }
        return there
    }

    /// A text for readers of a small language about which ICU knows too little.
    private func related(to reader: LikelyLanguage) -> LanguageTag? {
        if let language = LanguageNames.readers[reader.language] { return handle.closest(to: language) }
        // ICU knows that Iraqi Arabic (acm) is Arabic, and not that it is written in Arabic letters.
        guard reader.likelyScript.isEmpty else { return nil }
        for script in ["Arab", "Hans"] {
            if let found = closest(to: reader.language + "-" + script, for: reader) { return found }
        }
        return nil
    }

    /// What ICU finds, unless ICU finds English only because it knows nothing better.
    ///
    /// CLDR leads some sixty languages to English. The app's default language suits the app's users better.
    private func closest(to tag: String, for reader: LikelyLanguage) -> LanguageTag? {
        let found = handle.closest(to: tag)
        return found?.language == "en" && reader.likelyLanguage != "en" ? nil : found
    }
}

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

/// Remembers answers that never change, as many as it has room for.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private let values = Mutex<[Key: Value]>([:])

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The value from an earlier call, or the value that `make` finds now.
    ///
    /// Two callers at once may both run `make` for the same key. A full cache is emptied: keys that are asked for often
    /// are soon back, and a caller who makes up names does not fill the memory.
    func value(for key: Key, _ make: (Key) -> Value) -> Value {
        if let known = values.withLock({ $0[key] }) { return known }
        let value = make(key)
        values.withLock { values in
            if values.count >= capacity { values.removeAll(keepingCapacity: true) }
            values[key] = value
        }
        return value
    }
}
