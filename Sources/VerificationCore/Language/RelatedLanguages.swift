/// Whose readers read which other language well enough, and how far apart two ways of writing one language are (CLDR,
/// language matching).
enum RelatedLanguages {
    /// What a reader of `language` reads too, the closest first.
    ///
    /// CLDR also leads some sixty languages to English; those are left out, because an app's default knows its users
    /// better and English comes last in any case.
    static func readable(by language: String) -> [String] { table[language] ?? [] }

    /// How much worse a text in one script is than one in the script asked for; nil if it helps nobody.
    ///
    /// CLDR names the languages whose Latin writing is understood to mean readers of their own script; here that holds
    /// for all, because whoever asks for Russian in Latin letters is better served with Russian than with anything
    /// else.
    static func distance(fromScript asked: String, to offered: String, language: String) -> Int? {
        switch (language, asked, offered) {
        case (_, offered, _): 0
        case ("sr", "Cyrl", "Latn"), ("sr", "Latn", "Cyrl"): 5
        case ("zh", "Hans", "Hant"): 15
        case ("zh", "Hant", "Hans"): 19
        case (_, "Latn", _): 20
        case (_, _, _): nil
        }
    }

    /// How much worse a text for one region is than one for the region asked for.
    static func distance(fromRegion asked: String?, to offered: String?, language: String) -> Int {
        if asked == offered { return 0 }
        guard let asked, let offered, let cluster = clusters[language] else { return 4 }
        return cluster.contains(asked) == cluster.contains(offered) ? 4 : 5
    }

    /// For each language the regions on one side of its great divide; all others are on the other.
    private static let clusters: [String: Set<String>] = [
        "ar": regions("DZ EH LY MA MR TN"), "en": regions("AS CA GU MH MP PH PR UM US VI"), "es": americas,
        "pt": americas, "zh": regions("HK MO"),
    ]

    private static let americas = regions(
        """
        003 005 013 019 021 029 419 AG AI AR AW BB BL BM BO BQ BR BS BZ CA CL CO CR CU CW DM DO EC FK GD GF GL GP GT \
        GY HN HT JM KN KY LC MF MQ MS MX NI PA PE PM PR PY SR SV SX TC TT US UY VC VE VG VI
        """)

    private static func regions(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }

    private static let table: [String: [String]] = {
        var table: [String: [String]] = [:]
        for (offered, readers) in readers {
            for reader in readers.split(separator: " ") { table[String(reader), default: []].append(offered) }
        }
        return table
    }()

    /// Offered language and who reads it; where somebody reads several, the closest stands first.
    private static let readers: KeyValuePairs<String, String> = [
        "ar": """
        aao abh abv acm acq acw acx acy adf aeb aec afb ajp apc apd arq ars ary arz auz avl ayh ayl ayn ayp bbz \
        ckb pga shu ssh
        """,
        "az": "azb", "bs": "hr sr", "cs": "sk", "da": "fo nb", "de": "gsw lb rm", "es": "ay ca eu gl gn qu",
        "et": "vro", "fil": "ceb", "fr": "br co crs ht kg ln lua mg oc rw wo", "hi": "bho mai gu mr sa",
        "hr": "bs sr", "id": "ms jv su", "it": "la sc scn nap", "lv": "ltg", "ms": "bjn id jax meo min zlm",
        "mn": "mvf", "nb": "nn da", "ne": "dty", "nl": "af fy", "ru": "ab az be hy kk ky mn tg tk tt uk uz",
        "sk": "cs", "sq": "aae aat aln", "sr": "hr bs", "tr": "ku", "ur": "bal", "uz": "uzs",
        "zh": "yue bo cdo cjy cpx czh czo gan hak hsn lzh mnp nan ug wuu za",
    ]
}
