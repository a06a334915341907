import VerificationCore

/// Port: the providers of captchas, who say what the answer of a person's browser is worth.
package protocol CaptchaVerifier: Sendable {
    /// What the provider says about one answer; it takes the answer once.
    ///
    /// Throws within the adapter's own total deadline. An answer that is no provider's is thrown too.
    func ask(_ question: CaptchaQuestion) async throws(CaptchaError) -> CaptchaAnswer
}

/// A question to a captcha's provider.
package struct CaptchaQuestion: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// Where the provider answers.
    package let url: String
    /// What shows the provider that the project asks.
    package let secret: String
    /// What the provider gave the person's browser.
    package let response: String
    /// The site that it is about; nil for a provider that finds it in the response.
    package let siteKey: String?
    /// Where the person is; nil where verifyd does not know it.
    package let address: IPAddress?

    /// `secret`: of the site, in the clear.
    package init(_ response: String, of site: CaptchaSite, secret: String, from address: IPAddress?) {
        (url, self.secret, self.response, self.address) = (site.verifyURL, secret, response, address)
        siteKey = site.provider.wantsSiteKey ? site.siteKey : nil
    }

    package var description: String { "(question about a captcha)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a provider says nothing about a captcha.
package enum CaptchaError: Error, Sendable, Hashable {
    /// The provider did not answer in time, or its connection or certificate is no good.
    case unreachable(String)
    /// The provider answered with something else. For example `status 404`.
    case unusable(String)

    /// For operators.
    package var words: String {
        switch self {
        case .unreachable(let words), .unusable(let words): words
        }
    }
}
