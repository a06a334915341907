import Messages
import StrictJSON
import Testing
import VerificationCore

extension MessageStyle {
    /// The style of an app of that name that only differs where the test says.
    static func sample(
        _ name: String = "Demo", language: String? = nil, rules: SendingRules = .standard, texts: [String: String] = [:]
    ) throws -> MessageStyle {
        var app = App(
            id: try #require(AppID("sample")), displayName: name, defaultLanguage: language.flatMap(LanguageTag.init),
            rules: rules)
        app.texts = try AppTexts(
            json: JSONObject(texts.map { JSONObject.Member(key: $0.key, value: .string($0.value)) }))
        return app.style
    }
}
