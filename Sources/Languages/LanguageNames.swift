import VerificationCore

/// Names that CLDR of ICU 72 does not know, or knows too little of.
enum LanguageNames {
    /// The tag that whoever wrote this one means.
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
        // Names of .NET before it had scripts, and Facebook's for Latin America, which is no Laos.
        "zh-chs": "zh-Hans", "zh-cht": "zh-Hant", "es-LA": "es-419",
        // Kurds write Latin letters in Turkey and Syria only (CLDR 48).
        "ku-IQ": "ku-Arab-IQ", "ku-IR": "ku-Arab-IR", "ku-LB": "ku-Arab-LB", "ku-AM": "ku-Cyrl-AM",
        "ku-AZ": "ku-Cyrl-AZ", "ku-GE": "ku-Cyrl-GE", "ku-TM": "ku-Cyrl-TM",
        // Who speaks Chinese in Taiwan writes it so.
        "nan-TW": "nan-Hant-TW", "hak-TW": "hak-Hant-TW", "cdo-TW": "cdo-Hant-TW",
        // To some Arabic of no country, to ICU a locale for testing.
        "ar-XA": "ar-001",
        // One language in other letters.
        "bs-Cyrl": "sr-Cyrl",
    ]

    /// Styles of a script, which whoever reads that script reads too.
    private static let scripts = ["Latf": "Latn", "Aran": "Arab", "Hanb": "Hant", "Bopo": "Hant"]

    /// What the readers of a language learnt to read at school.
    static let readers = ["bho": "hi", "nap": "it", "sc": "it", "scn": "it"]
}
