import AccountCore
import VerificationCore

extension CaptchaProvider {
    /// The language as the provider's script takes it in the query; nil where the script takes none there.
    func scriptLanguage(_ language: LanguageTag) -> String? {
        switch self {
        case .hcaptcha, .recaptcha: Self.usualName(language)
        case .turnstile: nil
        }
    }

    /// The language as the provider takes it for a single captcha; nil where it takes none there, or may not know it.
    func widgetLanguage(_ language: LanguageTag) -> String? {
        switch self {
        case .hcaptcha, .recaptcha: nil
        // It knows a language alone, and a few with a region; without a language it takes the browser's.
        case .turnstile: [2, 5].contains(language.description.utf8.count) ? language.description.lowercased() : nil
        }
    }

    /// Providers name Chinese by regions, and Serbian without a script.
    private static func usualName(_ language: LanguageTag) -> String {
        switch language.description {
        case "zh-Hans": "zh-CN"
        case "zh-Hant": "zh-TW"
        case "zh-Hant-HK": "zh-HK"
        case "sr-Latn": "sr"
        case let other: other
        }
    }
}
