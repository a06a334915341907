import GatewayKit

/// Names that CLDR of ICU 72 does not know, or knows too little of.
enum LanguageNames {
    /// The tag that the writer of this tag means: `zh-Hans` for `zh-chs`.
    static func meant(by tag: LanguageTag) -> String {
        var subtags = tag.description.split(separator: "-").map(String.init)
        if subtags.count > 1 {
            if let others = pairs[subtags[0] + "-" + subtags[1]] {
                subtags.replaceSubrange(0..<2, with: others.split(separator: "-").map(String.init))
            } else if let script = scripts[subtags[1]] {
                subtags[1] = script
            }
        }
        return subtags.joined(separator: "-")
    }

    /// By language and the subtag after it.
    private static let pairs = [
        // Names that .NET had before it knew scripts; and Facebook's for Latin America, where LA is not Laos.
        "zh-chs": "zh-Hans", "zh-cht": "zh-Hant", "es-LA": "es-419",
        // Kurds write Latin letters in Turkey and Syria only (CLDR 48).
        "ku-IQ": "ku-Arab-IQ", "ku-IR": "ku-Arab-IR", "ku-LB": "ku-Arab-LB", "ku-AM": "ku-Cyrl-AM",
        "ku-AZ": "ku-Cyrl-AZ", "ku-GE": "ku-Cyrl-GE", "ku-TM": "ku-Cyrl-TM",
        // In Taiwan, Chinese languages are written in traditional characters.
        "nan-TW": "nan-Hant-TW", "hak-TW": "hak-Hant-TW", "cdo-TW": "cdo-Hant-TW",
        // Some systems mean Arabic of no country; ICU means a locale for testing.
        "ar-XA": "ar-001",
        // The same language; ICU knows Cyrillic letters only under its Serbian name.
        "bs-Cyrl": "sr-Cyrl",
    ]

    /// Styles of a script, which every reader of that script reads too.
    private static let scripts = ["Latf": "Latn", "Aran": "Arab", "Hanb": "Hant", "Bopo": "Hant"]

    /// What the readers of a language learnt to read at school.
    static let readers = ["bho": "hi", "nap": "it", "sc": "it", "scn": "it"]
}
