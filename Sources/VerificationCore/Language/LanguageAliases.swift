/// Old and other names for languages and regions, and the ones in use (CLDR, supplemental metadata).
enum LanguageAliases {
    /// Tags from before the grammar, which do not follow it or mean something else than it says.
    static let wholeTags: [String: String] = [
        "art-lojban": "jbo", "cel-gaulish": "xtg", "en-gb-oed": "en-GB-oxendict", "i-ami": "ami", "i-bnn": "bnn",
        "i-default": "en-x-i-default", "i-enochian": "und-x-i-enochian", "i-hak": "hak", "i-klingon": "tlh",
        "i-lux": "lb", "i-mingo": "see-x-i-mingo", "i-navajo": "nv", "i-pwn": "pwn", "i-tao": "tao", "i-tay": "tay",
        "i-tsu": "tsu", "no-bok": "nb", "no-bokmal": "nb", "no-nyn": "nn", "no-nynorsk": "nn", "sgn-be-fr": "sfb",
        "sgn-be-nl": "vgt", "sgn-ch-de": "sgg", "zh-guoyu": "zh", "zh-hakka": "hak", "zh-min": "nan-x-zh-min",
        "zh-min-nan": "nan", "zh-xiang": "hsn",
    ]

    /// The languages under which the registry has extended ones.
    static let extendedLanguages: Set<String> = ["ar", "kok", "lv", "ms", "sgn", "sw", "uz", "zh"]

    /// Languages under a former name or a longer code; `sh` is not here, for it brings a script with it.
    static let languages: [String: String] = byAlias([
        "af": "afr", "am": "amh", "ar": "ara arb", "az": "aze", "be": "bel", "bg": "bul", "bn": "ben", "bs": "bos",
        "ca": "cat", "cs": "ces cze", "cy": "cym wel", "da": "dan", "de": "deu ger", "el": "ell gre", "en": "eng",
        "es": "spa",
        "et": "est ekk", "eu": "eus baq", "fa": "fas per pes prs", "fi": "fin", "fil": "tl tgl", "fr": "fra fre",
        "ga": "gle", "gl": "glg", "gu": "guj", "ha": "hau", "he": "iw heb", "hi": "hin", "hr": "hrv scr", "hu": "hun",
        "hy": "hye arm",
        "id": "in ind", "is": "isl ice", "it": "ita", "ja": "jpn", "jv": "jw jav", "ka": "kat geo", "kk": "kaz",
        "km": "khm", "kn": "kan", "ko": "kor", "ky": "kir", "lo": "lao", "lt": "lit", "lv": "lav lvs", "mk": "mkd mac",
        "ml": "mal",
        "mn": "mon khk", "mr": "mar", "ms": "msa may zsm", "my": "mya bur", "nb": "no nor nob", "ne": "nep npi",
        "nl": "nld dut", "nn": "nno", "pa": "pan", "pl": "pol", "pt": "por", "ro": "mo mol ron rum", "ru": "rus",
        "rw": "kin",
        "sh": "hbs cnr", "si": "sin", "sk": "slk slo", "sl": "slv", "sq": "sqi alb als", "sr": "srp scc", "sv": "swe",
        "sw": "swa swh", "ta": "tam", "te": "tel", "th": "tha", "tr": "tur", "uk": "ukr", "ur": "urd", "uz": "uzb uzn",
        "vi": "vie", "yi": "ji yid", "zh": "zho chi cmn", "zu": "zul",
    ])

    /// Regions that have another name now, or a successor where most people live.
    static let regions: [String: String] = byAlias([
        "BJ": "DY", "BF": "HV", "CD": "ZR", "CW": "AN", "DE": "DD", "FR": "FX", "GB": "UK", "MM": "BU", "RS": "CS YU",
        "RU": "SU", "TL": "TP", "VN": "VD", "VU": "NH", "YE": "YD", "ZW": "RH", "BR": "076", "CN": "156", "ES": "724",
        "HK": "344", "MO": "446", "MX": "484", "PT": "620", "TW": "158", "US": "840",
    ])

    /// The table turned round: `["he": "iw heb"]` becomes `["iw": "he", "heb": "he"]`.
    static func byAlias(_ names: [String: String]) -> [String: String] {
        var aliases: [String: String] = [:]
        for (name, olds) in names {
            for old in olds.split(separator: " ") { aliases[String(old)] = name }
        }
        return aliases
    }
}
