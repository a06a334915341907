/// The grammar of RFC 5646, section 2.1, and its canonical form.
enum LanguageTagGrammar {
    private static let longest = 64

    /// The tag in canonical form, or nil if it is not well-formed.
    static func canonical(_ text: String) -> String? {
        guard let subtags = subtags(of: text), let first = subtags.first else { return nil }
        if let name = LanguageAliases.wholeTags[subtags.joined(separator: "-")] { return name }
        if first == "x" { return subtags.count > 1 ? subtags.joined(separator: "-") : nil }
        var reader = Reader(rest: subtags[...])
        return reader.tag()
    }

    static func startsWithDigit(_ subtag: some StringProtocol) -> Bool {
        subtag.utf8.first.map { $0 <= UInt8(ascii: "9") } ?? false
    }

    /// The subtags in lower case; nil if one is empty, longer than 8, or not of ASCII letters and digits.
    private static func subtags(of text: String) -> [String]? {
        guard text.utf8.count <= longest else { return nil }
        let separators = [UInt8(ascii: "-"), UInt8(ascii: "_")]
        var subtags: [String] = []
        for part in text.utf8.split(omittingEmptySubsequences: false, whereSeparator: separators.contains) {
            guard (1...8).contains(part.count), part.allSatisfy(isAlphanumeric) else { return nil }
            subtags.append(String(part)?.lowercased() ?? "")
        }
        return subtags
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isLetter(byte | 0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isLetter(_ lowercase: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercase)
    }

    /// Takes the subtags of one tag from the front, in the order of the grammar.
    private struct Reader {
        var rest: ArraySlice<String>

        mutating func tag() -> String? {
            guard let language = language() else { return nil }
            let script = take { $0.utf8.count == 4 && $0.utf8.allSatisfy(isLetter) }
            let region = take(isRegion)
            guard let variants = variants(), let extensions = extensions(), rest.isEmpty else { return nil }
            return join(language: language, script: script, region: region, rest: variants + extensions)
        }

        /// The language: two or three letters with up to three extended ones, or four to eight letters.
        ///
        /// Under a language that has extended ones the last is the language meant (`zh-yue` is `yue`). Under any other
        /// they are a mistake that says nothing (`eng-USA`) and are left out.
        private mutating func language() -> String? {
            guard var language = take({ (2...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isLetter) }) else {
                return nil
            }
            guard language.utf8.count <= 3 else { return language }
            let isExtended = LanguageAliases.extendedLanguages.contains(language)
            for _ in 0..<3 {
                guard let next = take({ $0.utf8.count == 3 && $0.utf8.allSatisfy(isLetter) }) else { break }
                if isExtended { language = next }
            }
            return language
        }

        private func isRegion(_ subtag: String) -> Bool {
            switch subtag.utf8.count {
            case 2: subtag.utf8.allSatisfy(isLetter)
            case 3: !subtag.utf8.contains(where: isLetter)
            case _: false
            }
        }

        /// All variants; nil if one comes twice.
        private mutating func variants() -> [String]? {
            var variants: [String] = []
            while let variant = take({ $0.utf8.count >= 5 || ($0.utf8.count == 4 && startsWithDigit($0)) }) {
                guard !variants.contains(variant) else { return nil }
                variants.append(variant)
            }
            return variants
        }

        /// All extensions and the private part; nil if one is empty or comes twice.
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

        private func join(language: String, script: String?, region: String?, rest: [String]) -> String {
            var script = script
            var tag = LanguageAliases.languages[language] ?? language
            if tag == "sh" {
                tag = "sr"
                script = script ?? "latn"
            }
            if let script { tag += "-" + script.prefix(1).uppercased() + script.dropFirst() }
            if let region = region?.uppercased() { tag += "-" + (LanguageAliases.regions[region] ?? region) }
            for subtag in rest { tag += "-" + subtag }
            return tag
        }
    }
}
