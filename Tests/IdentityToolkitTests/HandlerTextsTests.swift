import Languages
import Messages
import Testing
import VerificationCore

@testable import IdentityToolkit

@Suite("The texts of the page for a captcha")
struct HandlerTextsTests {
    @Test("are there in each language in which an SMS can be")
    func languages() throws {
        let texts = try HandlerTexts.embedded(languages: ICULanguageData())
        #expect(texts.languages == (try MessageCatalog.embedded(languages: ICULanguageData())).languages)
        let titles = Set(texts.languages.map { texts.page(for: [$0]).instruction })
        #expect(titles.count > 70, "they are translated")
    }

    @Test(
        "are found by the matcher of the messages",
        arguments: [
            ("de-AT", "de"), ("zh-HK", "zh-Hant-HK"), ("iw", "he"), ("pt", "pt-BR"), ("es-MX", "es-419"), ("no", "nb"),
            ("tlh", "en"),
        ])
    func matching(asked: String, expected: String) throws {
        let texts = try HandlerTexts.embedded(languages: ICULanguageData())
        #expect(texts.page(for: [LanguageTag(asked)]).language.description == expected)
    }

    @Test("a catalog in which a text is missing is refused, with the language's name")
    func missing() throws {
        let english = #"{"localizations":{"en":{"stringUnit":{"state":"new","value":"a"}}}}"#
        let catalog = #"{"strings":{"handler.title":\#(english)}}"#
        #expect(throws: MessageCatalogError.unreadable(language: "en")) {
            try HandlerTexts(parsing: Array(catalog.utf8), languages: ICULanguageData())
        }
        #expect(throws: MessageCatalogError.noEnglish) {
            try HandlerTexts(parsing: Array("{}".utf8), languages: ICULanguageData())
        }
    }
}
