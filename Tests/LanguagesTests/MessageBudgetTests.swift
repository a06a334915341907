import Languages
import Messages
import Testing
import VerificationCore

@Suite("What each language's message costs")
struct MessageBudgetTests {
    private let writer: MessageWriter

    init() throws {
        writer = MessageWriter(catalog: try MessageCatalog.embedded(languages: ICULanguageData()))
    }

    /// Every way to count in any language, with one and with two digits.
    private static let minutes = Array(1...30) + [42, 59, 60, 99]

    @Test(
        "every text fits one segment with 20 letters of name, Latin or its own, and a code of 6 or 10 digits, and so does its short form"
    )
    func fits() throws {
        let usual = MessageWriter(catalog: try CatalogFile().catalog(counting: "verification.sms"))
        let short = MessageWriter(catalog: try CatalogFile().shortCatalog())
        let cases = Self.minutes.map { (usual, $0) } + [(short, 120)]
        for language in usual.catalog.languages {
            for name in ["Abcdefghij Klmnopqrs", try #require(Self.name(for: language), "no name for \(language)")] {
                #expect(name.utf16.count == 20, "\(language)")
                for (code, (writer, minutes)) in ["948372", "9483720615"].flatMap({ code in cases.map { (code, $0) } })
                {
                    let message = writer.write(in: try .sample(name), code: code, minutes: minutes, language: language)
                    let isRight = message.segments == 1 && message.language == language && message.text.contains(name)
                    if !isRight || !message.text.contains(code) {
                        Issue.record("\(language), \(minutes) minutes, \(name)")
                    }
                }
            }
        }
    }

    @Test(
        "each long text fits the 160 characters of the GSM alphabet, warning included, and is the one that is sent then"
    )
    func long() throws {
        let catalog = try CatalogFile().catalog(counting: "verification.sms.long")
        #expect(catalog.languages.count == 25)
        let style = try MessageStyle.sample("Abcdefghij Klmnopqrs", rules: SendingRules(warn: true))
        for language in catalog.languages {
            for minutes in Self.minutes {
                let long = MessageWriter(catalog: catalog).write(
                    in: style, code: "9483720615", minutes: minutes, language: language)
                let sent = writer.write(in: style, code: "9483720615", minutes: minutes, language: language)
                #expect(sent == long && long.segments == 1 && long.encoding == .gsm7, "\(language), \(minutes) minutes")
            }
        }
    }

    @Test("20 letters of any other script fit as well, with a code of 6 digits")
    func otherScripts() throws {
        for language in writer.catalog.languages {
            for name in Set(Self.names.map(\.name)) {
                let message = writer.write(in: try .sample(name), code: "948372", minutes: 10, language: language)
                #expect(message.segments == 1 && message.text.contains(name), "\(language), \(name)")
            }
        }
    }

    @Test("with Android's hash it is one segment in every language, for any name of up to 20 letters")
    func hash() throws {
        let hash = try #require(Autofill(androidHash: "FA+9qCX9VSu"))
        for language in writer.catalog.languages {
            let own = try #require(Self.name(for: language))
            for name in (1...20).map({ String("Abcdefghij Klmnopqrst".prefix($0)) }) + [own] where name.last != " " {
                let message = writer.write(
                    in: try .sample(name), code: "948372", minutes: 10, language: language, autofill: hash)
                #expect(message.segments == 1 && message.text.contains(name), "\(language), \(name)")
                #expect(message.text.hasSuffix("\nFA+9qCX9VSu"), "\(language), \(name)")
            }
        }
    }

    @Test("a WebOTP line costs a second segment in no language for 12 letters of name, in 16 for 20")
    func webOTP() throws {
        let line = try #require(Autofill(webOTPDomain: "login.example.com"))
        func twoParts(_ name: String, _ rules: SendingRules = .standard) throws -> Int {
            let style = try MessageStyle.sample(name, rules: rules)
            return writer.catalog.languages.count { language in
                writer.write(in: style, code: "948372", minutes: 10, language: language, autofill: line).segments == 2
            }
        }
        #expect(try twoParts("Demo") == 0 && twoParts("Abcdefghijkl") == 0)
        #expect(try twoParts("Abcdefghij Klmnopqrs") == 16)
        #expect(try twoParts("Abcdefghij Klmnopqrs", SendingRules(transliterate: true)) < 16)
    }

    @Test(
        "from two hours on the message counts hours, or says nothing of time, in every language",
        arguments: [120, 179, 300, 1_440])
    func hours(minutes: Int) throws {
        for language in writer.catalog.languages {
            for name in ["Demo", "Abcdefghij Klmnopqrs", try #require(Self.name(for: language))] {
                let text = writer.write(in: try .sample(name), code: "948372", minutes: minutes, language: language)
                #expect(
                    text.segments == 1 && text.text.contains(name) && !text.text.contains("\(minutes)"), "\(language)")
                // Two languages have a word for two hours.
                let isWord = minutes < 180 && ["ar", "he"].contains(language.description)
                #expect(name != "Demo" || isWord || text.text.contains("\(minutes / 60)"), "\(language)")
            }
        }
    }

    @Test("encoding, units and segments of each text are as listed, alone and with each autofill line")
    func table() throws {
        let style = try MessageStyle.sample("Demo")
        let webOTP = try #require(Autofill(webOTPDomain: "example.com"))
        let hash = try #require(Autofill(androidHash: "FA+9qCX9VSu"))
        let rows = writer.catalog.languages.map { language in
            let messages = [nil, webOTP, hash].map {
                writer.write(in: style, code: "948372", minutes: 10, language: language, autofill: $0)
            }
            return "\(language) \(messages[0].encoding) "
                + messages.map { "\($0.units)/\($0.segments)" }.joined(separator: " ")
        }
        let expected = Self.costs.split(separator: "\n").map(String.init)
        #expect(rows.count == expected.count)
        for (row, expected) in zip(rows, expected) { #expect(row == expected) }
    }

    private static func name(for language: LanguageTag) -> String? {
        names.first { $0.languages.split(separator: " ").contains(Substring(language.description)) }?.name
    }

    /// Names of 20 letters in the script of each language, with letters that the GSM alphabet has not.
    private static let names: [(languages: String, name: String)] = [
        ("af", "Reënboog môre nuttig"), ("am", "ሀለሐመሠረሰሸቀበ ተቸኀነኘአከኸወ"), ("ar fa ur", "ابتثجحخدذر زسشصضطظعغ"),
        ("az", "Gözəl çiçək bağı şəh"), ("be bg kk ky mk mn ru sr uk", "Абвгдежзик Лмнопрсту"),
        ("bn", "কখগঘঙচছজঝঞ টঠডঢণতথদধ"), ("bs hr sl sr-Latn", "Čarobni šuštavi žbun"), ("ca", "Plaça íntima d'allàó"),
        ("cs", "Příliš žluťoučký kůň"), ("cy", "Tŷ gwyn yn y dŵr mŵn"), ("da nb", "Blåbær på ø São Tomé"),
        ("de", "Größe Çelik Bäckerei"), ("el", "Αβγδεζηθικ λμνξοπρστ"), ("en", "Café Señor «Plaza» 1"),
        ("es es-419 gl", "Pingüino árbol ratón"), ("et", "Õunapuu šokolaad öös"), ("eu", "Ibaiondoko çarşı etx"),
        ("fi sv", "Åke älg ö Šarūnas bŏ"), ("fil", "Niño´t niña ng ilógá"), ("fr", "Cœur façade forêtîle"),
        ("ga", "Úll agus ólóg Éireán"), ("gu", "કખગઘઙચછજઝઞ ટઠડઢણતથદધ"), ("ha", "Ɗan ƙauye da ɓera ƴa"),
        ("he", "אבגדהוזחטי כלמנסעפצק"), ("hi mr ne", "कखगघङचछजझञ टठडढणतथदध"), ("hu", "Árvíztűrő tükörfúrog"),
        ("hy", "Աբգդեզէըթժ իլխծկհձղճ"), ("id ms", "Warung «Sate» Ibu Éé"), ("is", "Þórður ástæða íþrótt"),
        ("it", "Perché «città» bontà"), ("ja", "あいうえおかきくけこ さしすせそたちつて"),
        ("ka", "აბგდევზთიკ ლმნოპჟრსტ"), ("km", "កខគឃងចឆជឈញ ដឋឌឍណតថទធ"),
        ("kn", "ಕಖಗಘಙಚಛಜಝಞ ಟಠಡಢಣತಥದಧ"), ("ko", "가나다라마바사아자차 카타파하거너더러머"),
        ("lo", "ກຂຄງຈຊຍດຕຖ ທນບປຜຝພຟມ"), ("lt", "Ąžuolas čia ęst šįųū"), ("lv", "Glāžšķūņa rūķīši ēdā"),
        ("ml", "കഖഗഘങചഛജഝഞ ടഠഡഢണതഥദധ"), ("my", "ကခဂဃငစဆဇဈည ဋဌဍဎဏတထဒဓ"), ("nl", "Ideeën café «Één» óo"),
        ("pa", "ਕਖਗਘਙਚਛਜਝਞ ਟਠਡਢਣਤਥਦਧ"), ("pl", "Zażółć gęślą jaźń ćm"), ("pt-BR pt-PT", "Ação não é opçãotrês"),
        ("ro", "Țânțar și brânză mâț"), ("rw", "Ikawa «y´u Rwanda» i"), ("si", "කඛගඝඞචඡජඣඤ ටඨඩඪණතථදධ"),
        ("sk", "Vŕba a ľaľa na stôlň"), ("sq", "Shqipëria është bukë"), ("sw", "Duka la «Rafiki» Mji"),
        ("ta", "கஙசஞடணதநபம யரலவழளறனஜ"), ("te", "కఖగఘఙచఛజఝఞ టఠడఢణతథదధ"), ("th", "กขคฆงจฉชซฌ ญฎฏฐฑฒณดต"),
        ("tr", "Şişli çarşı ığdır öğ"), ("uz", "Oʻzbekiston bogʻi yo"), ("vi", "Phở ngon quá đườngăn"),
        ("zh-Hans zh-Hant zh-Hant-HK", "一二三四五六七八九十 百千万億兆京垓秭穣"), ("zu", "Ikhofi «Yethu» Zuluu"),
    ]

    /// Language, encoding, and units and segments: alone, with `@example.com #948372`, with Android's hash.
    private static let costs = """
        af gsm7 57/1 78/1 69/1
        am ucs2 42/1 63/1 54/1
        ar ucs2 50/1 51/1 62/1
        az ucs2 48/1 69/1 60/1
        be ucs2 47/1 68/1 59/1
        bg ucs2 44/1 65/1 56/1
        bn ucs2 48/1 69/1 60/1
        bs gsm7 56/1 77/1 68/1
        ca gsm7 48/1 69/1 60/1
        cs ucs2 43/1 64/1 55/1
        cy gsm7 66/1 87/1 78/1
        da gsm7 66/1 87/1 78/1
        de gsm7 67/1 88/1 79/1
        el ucs2 50/1 54/1 62/1
        en gsm7 60/1 81/1 72/1
        es ucs2 50/1 49/1 62/1
        es-419 ucs2 49/1 70/1 61/1
        et gsm7 56/1 77/1 68/1
        eu gsm7 58/1 79/1 70/1
        fa ucs2 50/1 48/1 62/1
        fi gsm7 65/1 86/1 77/1
        fil gsm7 66/1 87/1 78/1
        fr gsm7 63/1 84/1 75/1
        ga ucs2 48/1 69/1 60/1
        gl ucs2 49/1 70/1 61/1
        gu ucs2 49/1 70/1 61/1
        ha gsm7 57/1 78/1 69/1
        he ucs2 50/1 56/1 62/1
        hi ucs2 48/1 69/1 60/1
        hr gsm7 56/1 77/1 68/1
        hu ucs2 44/1 65/1 56/1
        hy ucs2 43/1 64/1 55/1
        id gsm7 65/1 86/1 77/1
        is ucs2 48/1 69/1 60/1
        it gsm7 61/1 82/1 73/1
        ja ucs2 31/1 52/1 43/1
        ka ucs2 44/1 65/1 56/1
        kk ucs2 50/1 50/1 62/1
        km ucs2 50/1 51/1 62/1
        kn ucs2 46/1 67/1 58/1
        ko ucs2 39/1 60/1 51/1
        ky ucs2 48/1 69/1 60/1
        lo ucs2 49/1 70/1 61/1
        lt ucs2 47/1 68/1 59/1
        lv ucs2 44/1 65/1 56/1
        mk ucs2 44/1 65/1 56/1
        ml ucs2 48/1 69/1 60/1
        mn ucs2 44/1 65/1 56/1
        mr ucs2 48/1 69/1 60/1
        ms gsm7 59/1 80/1 71/1
        my ucs2 50/1 49/1 62/1
        nb gsm7 70/1 91/1 82/1
        ne ucs2 49/1 70/1 61/1
        nl gsm7 69/1 90/1 81/1
        pa ucs2 49/1 70/1 61/1
        pl gsm7 53/1 74/1 65/1
        pt-BR ucs2 49/1 70/1 61/1
        pt-PT ucs2 49/1 70/1 61/1
        ro gsm7 66/1 87/1 78/1
        ru ucs2 46/1 67/1 58/1
        rw gsm7 46/1 67/1 58/1
        si ucs2 48/1 69/1 60/1
        sk ucs2 43/1 64/1 55/1
        sl gsm7 51/1 72/1 63/1
        sq gsm7 57/1 78/1 69/1
        sr ucs2 42/1 63/1 54/1
        sr-Latn ucs2 42/1 63/1 54/1
        sv gsm7 66/1 87/1 78/1
        sw gsm7 66/1 87/1 78/1
        ta ucs2 48/1 69/1 60/1
        te ucs2 49/1 70/1 61/1
        th ucs2 46/1 67/1 58/1
        tr gsm7 48/1 69/1 60/1
        uk ucs2 41/1 62/1 53/1
        ur ucs2 48/1 69/1 60/1
        uz gsm7 60/1 81/1 72/1
        vi ucs2 50/1 47/1 62/1
        zh-Hans ucs2 34/1 55/1 46/1
        zh-Hant ucs2 34/1 55/1 46/1
        zh-Hant-HK ucs2 37/1 58/1 49/1
        zu gsm7 49/1 70/1 61/1
        """
}
