/// The script and region a reader of a language most likely means (CLDR, likely subtags), as far as they tell apart
/// texts that somebody may have written.
enum LikelySubtags {
    /// Fills in script and region.
    static func maximized(_ subtags: LanguageTag.Subtags) -> LanguageTag.Subtags {
        var full = subtags
        full.script = subtags.script.map(family) ?? script(subtags)
        full.region = subtags.region ?? region(subtags.language, script: full.script)
        return full
    }

    private static func script(_ subtags: LanguageTag.Subtags) -> String {
        if let region = subtags.region, let exception = scriptsAbroad[subtags.language + "-" + region] {
            return exception
        }
        return scripts[subtags.language] ?? "Latn"
    }

    private static func region(_ language: String, script: String?) -> String? {
        language == "zh" && script == "Hant" ? "TW" : regions[language]
    }

    /// Scripts that are parts or styles of another one, which whoever reads them reads too.
    private static func family(_ script: String) -> String { families[script] ?? script }

    private static let families = LanguageAliases.byAlias([
        "Arab": "Aran", "Hans": "Hani", "Hant": "Hanb Bopo", "Jpan": "Hira Kana Hrkt", "Kore": "Hang Jamo",
        "Latn": "Latf",
    ])

    /// Every language that is not written in Latin letters.
    private static let scripts = LanguageAliases.byAlias([
        "Arab": "ar arz ary arq apc ajp acm acq ars aeb ayl afb fa ur ps sd ug ckb ks bal lrc mzn glk azb",
        "Armn": "hy hyw", "Beng": "bn as mni", "Cyrl": "ru uk be bg mk sr kk ky mn tg tt ba ce cv os sah ab udm",
        "Deva": "hi mr ne sa mai bho kok doi brx awa mag", "Ethi": "am ti", "Geor": "ka xmf", "Grek": "el grc",
        "Gujr": "gu", "Guru": "pa", "Hans": "zh wuu gan hsn cdo cjy czh nan hak lzh", "Hant": "yue", "Hebr": "he yi",
        "Jpan": "ja", "Khmr": "km", "Knda": "kn", "Kore": "ko", "Laoo": "lo", "Mlym": "ml", "Mymr": "my shn",
        "Orya": "or", "Sinh": "si", "Taml": "ta", "Telu": "te", "Thaa": "dv", "Thai": "th", "Tibt": "bo dz",
    ])

    /// Where a language is written otherwise than at home.
    private static let scriptsAbroad = LanguageAliases.byAlias([
        "Arab": "az-IQ az-IR kk-AF kk-CN kk-IR kk-MN ky-CN pa-PK tg-PK uz-AF ms-CC", "Cyrl": "az-RU uz-CN",
        "Hans": "yue-CN",
        "Hant": """
        zh-AU zh-BN zh-GB zh-GF zh-HK zh-ID zh-MO zh-PA zh-PF zh-PH zh-SR zh-TH zh-TW zh-US zh-VN \
            nan-TW hak-TW cdo-TW
        """,
        "Latn": "sr-ME sr-RO sr-RU sr-TR ky-TR", "Mong": "mn-CN",
    ])

    /// For the languages that are written differently from region to region.
    private static let regions = ["ar": "EG", "en": "US", "es": "ES", "fr": "FR", "pt": "BR", "zh": "CN", "yue": "HK"]
}
