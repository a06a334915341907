/// The grammar of RFC 5646, section 2.1.
enum LanguageTagGrammar {
    private static let longest = 128

    /// Tags from before the grammar, which do not follow it.
    private static let irregular: Set<String> = [
        "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
        "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de",
    ]

    /// The languages that have extended languages in the registry, such as `zh` with `zh-yue`.
    private static let extendedLanguages: Set<String> = ["ar", "kok", "lv", "ms", "sgn", "sw", "uz", "zh"]

    /// The tag in usual case, without a locale's settings; nil if it is not well-formed.
    static func tag(in text: String) -> String? {
        // Most tags are a language alone. The way below would give the same answer, by a dozen lists and sets.
        if (2...8).contains(text.utf8.count), text.utf8.allSatisfy(isLetter) { return text.lowercased() }
        guard text.utf8.count <= longest, let tag = LocaleName.languageTag(in: text),
            let subtags = subtags(of: tag), let first = subtags.first
        else { return nil }
        if first == "x" { return subtags.count > 1 ? subtags.joined(separator: "-") : nil }
        let whole = subtags.joined(separator: "-")
        if irregular.contains(whole) { return whole }
        var reader = Reader(rest: subtags[...])
        return reader.tag()
    }

    /// One to eight ASCII letters and digits.
    static func isSubtag(_ text: Substring) -> Bool {
        (1...8).contains(text.utf8.count) && text.utf8.allSatisfy(isAlphanumeric)
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// The subtags in lower case; nil if a subtag is empty, longer than 8, or not of ASCII letters and digits.
    private static func subtags(of text: String) -> [String]? {
        let separators = [UInt8(ascii: "-"), UInt8(ascii: "_")]
        var subtags: [String] = []
        for part in text.utf8.split(omittingEmptySubsequences: false, whereSeparator: separators.contains) {
            guard isSubtag(Substring(part)) else { return nil }
            subtags.append(Substring(part).lowercased())
        }
        return subtags
    }

    /// Takes the subtags of a tag from the front, in the order of the grammar.
    private struct Reader {
        var rest: ArraySlice<String>

        mutating func tag() -> String? {
            guard let language = language() else { return nil }
            let script = take { $0.utf8.count == 4 && $0.utf8.allSatisfy(isLetter) }
            let region = take(isRegion)
            guard let variants = variants(), let extensions = extensions(), rest.isEmpty else { return nil }
            let titled = script.map { $0.prefix(1).uppercased() + $0.dropFirst() }
            return (language + [titled, region?.uppercased()].compactMap(\.self) + variants + extensions)
                .joined(separator: "-")
        }

        /// The language: two or three letters with up to three extended languages, or four to eight letters.
        ///
        /// Where a language has no extended languages, they are a harmless mistake (`eng-USA`) and are left out.
        private mutating func language() -> [String]? {
            guard let language = take({ (2...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isLetter) }) else {
                return nil
            }
            var extended: [String] = []
            while language.utf8.count <= 3, extended.count < 3,
                let next = take({ $0.utf8.count == 3 && $0.utf8.allSatisfy(isLetter) })
            {
                extended.append(next)
            }
            return [language] + (extendedLanguages.contains(language) ? extended : [])
        }

        private func isRegion(_ subtag: String) -> Bool {
            switch subtag.utf8.count {
            case 2: subtag.utf8.allSatisfy(isLetter)
            case 3: subtag.utf8.allSatisfy(isDigit)
            default: false
            }
        }

        /// All variants; nil if a variant comes twice.
        private mutating func variants() -> [String]? {
            var variants: [String] = []
            while let variant = take({
                $0.utf8.count >= 5 || ($0.utf8.count == 4 && $0.utf8.first.map(isDigit) == true)
            }) {
                guard !variants.contains(variant) else { return nil }
                variants.append(variant)
            }
            return variants
        }

        /// All extensions and the private part; nil if an extension is empty or comes twice.
        private mutating func extensions() -> [String]? {
            var subtags: [String] = []
            var singletons: Set<String> = []
            while let singleton = take({ $0.utf8.count == 1 }) {
                guard singletons.insert(singleton).inserted else { return nil }
                let isPrivate = singleton == "x"
                subtags.append(singleton)
                let count = subtags.count
                while let subtag = take({ isPrivate || $0.utf8.count > 1 }) { subtags.append(subtag) }
                guard subtags.count > count else { return nil }
            }
            return subtags
        }

        private mutating func take(_ fits: (String) -> Bool) -> String? {
            guard let first = rest.first, fits(first) else { return nil }
            return rest.removeFirst()
        }
    }
}
