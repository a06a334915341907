/// Who asks a person to prove that no program is calling; the raw values are in settings.
package enum CaptchaProvider: String, Sendable, CaseIterable {
    case hcaptcha
    case turnstile
    /// reCAPTCHA v2; v3 and Enterprise answer in the same form, with a score.
    case recaptcha

    /// Where the provider says what an answer of a person's browser is worth.
    package var verifyURL: String {
        switch self {
        case .hcaptcha: "https://api.hcaptcha.com/siteverify"
        case .turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify"
        case .recaptcha: "https://www.google.com/recaptcha/api/siteverify"
        }
    }

    /// The script that draws the captcha in a page; a page adds its own query.
    package var scriptURL: String {
        switch self {
        case .hcaptcha: "https://js.hcaptcha.com/1/api.js"
        case .turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js"
        case .recaptcha: "https://www.google.com/recaptcha/api.js"
        }
    }

    /// From where a page's policy has to let scripts, frames, styles and calls come.
    package var sources: [String] {
        switch self {
        case .hcaptcha: ["https://hcaptcha.com", "https://*.hcaptcha.com"]
        case .turnstile: ["https://challenges.cloudflare.com"]
        case .recaptcha:
            [
                "https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/",
                "https://www.gstatic.com/recaptcha/",
            ]
        }
    }

    /// The class of the element into which the script draws the captcha.
    package var widgetClass: String {
        switch self {
        case .hcaptcha: "h-captcha"
        case .turnstile: "cf-turnstile"
        case .recaptcha: "g-recaptcha"
        }
    }

    /// The object of the page that the script makes, with its functions `render`, `execute` and `reset`.
    package var scriptObject: String {
        switch self {
        case .hcaptcha: "hcaptcha"
        case .turnstile: "turnstile"
        case .recaptcha: "grecaptcha"
        }
    }

    /// The field of a form that gets the answer of the person's browser.
    package var responseField: String { widgetClass + "-response" }

    /// What a page has to say that the captcha is for where the project names no word of its own, so that no other page's answer is good; nil where the provider has
    /// no such word.
    package var action: String? {
        switch self {
        case .turnstile: "verifyd"
        case .hcaptcha, .recaptcha: nil
        }
    }

    /// Whether the provider's answer names what a page has said that the captcha is for.
    ///
    /// reCAPTCHA names it for keys of v3 and Enterprise alone.
    package var knowsActions: Bool {
        switch self {
        case .turnstile, .recaptcha: true
        case .hcaptcha: false
        }
    }

    /// The lowest score of a person, where an answer has a score; nil where a score says nothing of that kind.
    ///
    /// A key of reCAPTCHA v3 lets robots pass too, with a low score. Google begins with this threshold. At hCaptcha a high
    /// score is a high risk, and its answer has decided already.
    package var lowestScore: Double? {
        switch self {
        case .recaptcha: 0.5
        case .hcaptcha, .turnstile: nil
        }
    }

    /// Whether the provider wants to know with each question which site it is about.
    package var wantsSiteKey: Bool {
        switch self {
        case .hcaptcha: true
        case .turnstile, .recaptcha: false
        }
    }

    /// How long the provider's answers are good.
    package var life: Duration {
        switch self {
        case .hcaptcha, .recaptcha: .seconds(120)
        case .turnstile: .seconds(300)
        }
    }
}
