import Languages
import Messages
import Testing
import VerificationCore

/// What other services list, by their own names, so that nobody who comes from them misses a language.
@Suite("Languages that other services support")
struct SupportedLanguagesTests {
    private func check(_ list: String) throws {
        let catalog = try MessageCatalog.embedded(languages: ICULanguageData())
        for entry in list.split(whereSeparator: \.isWhitespace) {
            let names = entry.split(separator: ":")
            let tag = try #require(LanguageTag(String(names[0])), "\(entry)")
            let expected = names.count == 2 ? String(names[1]) : tag.description
            #expect(catalog.language(for: tag, default: LanguageTag("x-none")).description == expected, "\(entry)")
        }
    }

    /// The localization codes of Firebase Authentication.
    @Test("Firebase")
    func firebase() throws {
        try check(
            """
            ar bg ca zh_cn:zh-Hans zh_tw:zh-Hant hr cs da nl en en_gb:en fa fil fi fr de el iw:he hi hu id it ja ko lv lt \
            no:nb pl pt_br:pt-BR pt_pt:pt-PT pt:pt-BR ro ru sr sk sl es es_419:es-419 sv th tr uk vi
            """)
    }

    /// The locales of Twilio Verify, where zh-HK has Hong Kong's words.
    @Test("Twilio Verify")
    func twilio() throws {
        try check(
            """
            af ar ca zh:zh-Hans zh-CN:zh-Hans zh-HK:zh-Hant-HK hr cs da nl en en-GB:en et fi fr de el he hi hu id it ja kn \
            ko lt ms mr nb pl pt-BR pt:pt-BR ro ru sk es sv tl:fil te th tr uk vi
            """)
    }

    /// The locales of Vonage Verify.
    @Test("Vonage Verify")
    func vonage() throws {
        try check(
            """
            af-za:af sq-al:sq ar-xa:ar az-az:az bn-bd:bn bg-bg:bg ca-es:ca zh-hk:zh-Hant-HK zh-cn:zh-Hans zh-tw:zh-Hant \
            cmn-cn:zh-Hans yue-cn:zh-Hans hr-hr:hr cs-cz:cs cy-cy:cy cy-gb:cy da-dk:da nl-nl:nl en-au:en en-in:en \
            en-gb:en en-us:en fi-fi:fi fil-ph:fil fr-ca:fr fr-fr:fr de-de:de el-gr:el hi-in:hi hu-hu:hu is-is:is \
            id-id:id it-it:it ja-jp:ja ko-kr:ko nb-no:nb pl-pl:pl pt-pt:pt-PT pt-br:pt-BR ro-ro:ro ru-ru:ru es-es:es \
            es-mx:es-419 es-us:es-419 sv-se:sv th-th:th tr-tr:tr vi-vn:vi
            """)
    }

    /// The languages in which WhatsApp lets a code be sent, which Twilio and Vonage pass on.
    @Test("WhatsApp's templates")
    func whatsApp() throws {
        try check(
            """
            af sq ar az bn bg ca zh_CN:zh-Hans zh_HK:zh-Hant-HK zh_TW:zh-Hant hr cs da nl en en_GB:en en_US:en et fil fi \
            fr ka de el gu ha he hi hu id ga it ja kn kk rw_RW:rw ko ky_KG:ky lo lv lt mk ms ml mr nb fa pl pt_BR:pt-BR \
            pt_PT:pt-PT pa ro ru sr sk sl es es_AR:es-419 es_ES:es es_MX:es-419 sw sv ta te th tr uk ur uz vi zu
            """)
    }

    @Test("old names, other spellings and regions find a text all the same")
    func otherNames() throws {
        try check(
            """
            iw:he iw_IL:he in:id in-ID:id no:nb no-NO:nb nn-NO:nb tl:fil tl-PH:fil sh:sr-Latn sh-BA:sr-Latn mo:ro mo-MD:ro \
            zh-TW:zh-Hant zh-HK:zh-Hant-HK zh-MO:zh-Hant-HK zh-Hant-TW:zh-Hant zh-Hant-HK zh-Hant-MO:zh-Hant-HK \
            zh-Hant-SG:zh-Hant zh-SG:zh-Hans zh-Hans-HK:zh-Hans zh:zh-Hans cmn-TW:zh-Hant pt:pt-BR pt-AO:pt-PT \
            pt-CV:pt-PT es-MX:es-419 es-US:es-419 es-PR:es-419 es-ES:es es-GQ:es en-AU:en en-GB:en en-IN:en en-US:en \
            sr-Latn-RS:sr-Latn sr-Cyrl:sr sr-ME:sr-Latn bs-Latn:bs az-Latn:az pa-IN:pa pa-Guru:pa uz-Latn:uz fr-CA:fr \
            de-AT:de gsw:de lb:de ar-EG:ar arz:ar fa-AF:fa prs:fa cnr:sr-Latn cnr-ME:sr-Latn ms-MY:ms nb-NO:nb sv-FI:sv nl-BE:nl it-CH:it \
            ca-valencia:ca en-US-posix:en az-Cyrl:az
            """)
    }

    @Test("the three letters that stand for a language with two find the same text")
    func threeLetters() throws {
        try check(
            """
            azj:az swc:sw swh:sw kmr:tr kur:tr ltz:de tat:ru tgk:ru que:es hat:fr zho:zh-Hans cmn:zh-Hans fas:fa pes:fa khk:mn \
            uzn:uz lvs:lv ekk:et als:sq zsm:ms nob:nb nno:nb tgl:fil arb:ar srp:sr hrv:hr bos:bs ron:ro mol:ro deu:de ger:de \
            bre:fr cos:fr oci:fr fry:nl roh:de grn:es aym:es tuk:ru sun:id fao:da prs:fa npi:ne mya:my bur:my
            """)
    }

    @Test("and those that big phones offer besides")
    func others() throws {
        try check(
            "am be bs eu gl hy km mn my ne si sr-Latn nn:nb in:id ji:en cym:cy gle:ga hau:ha kir:ky kin:rw zul:zu eus:eu"
        )
    }
}
