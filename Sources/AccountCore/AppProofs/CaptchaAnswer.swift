import StrictJSON
import VerificationCore

/// What a captcha's provider says about the answer of a person's browser.
///
/// The three providers write the same members, and each leaves some of them out.
package struct CaptchaAnswer: Sendable, Hashable {
    /// No response of a provider is longer, in bytes.
    package static let longestResponse = 8_192
    /// How far the provider's clock may differ.
    private static let clockDifference = Duration.seconds(60)
    /// What a provider says when the project's own settings are wrong, whatever a caller brings.
    private static let mistakesOfOurs: Set = [
        "missing-input-secret", "invalid-input-secret", "sitekey-secret-mismatch", "not-using-dummy-passcode",
        "invalid-keys", "missing-remoteip", "invalid-remoteip",
    ]
    /// What a provider says when it could not find out itself.
    private static let mistakesOfTheirs: Set = ["internal-error"]

    /// Whether the person has passed.
    package let isSuccess: Bool
    /// The host whose page showed the captcha; nil where the provider does not say it.
    package let hostname: String?
    /// What the page said that the captcha was for; nil where the provider does not say it.
    package let action: String?
    /// How far the provider takes the caller for a person; nil where the provider does not say it.
    package let score: Double?
    /// When the person passed; nil where the provider does not say it.
    package let challengedAt: Timestamp?
    /// Why the person has not passed, in the provider's words.
    package let errors: Set<String>

    /// Nil for what no provider writes.
    package init?(_ json: JSONObject) {
        guard let isSuccess = json["success"]?.bool else { return nil }
        (self.isSuccess, hostname, action) = (isSuccess, json["hostname"]?.string, json["action"]?.string)
        // What is there and is no number vouches for nobody.
        score = json["score"].flatMap { $0.isNull ? nil : $0.double ?? 0 }
        errors = Set(json["error-codes"]?.array?.compactMap(\.string) ?? [])
        let moment = json["challenge_ts"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        challengedAt = moment.flatMap { Timestamp(rfc3339: $0) }
        if moment != nil, challengedAt == nil { return nil }
    }

    /// What the answer means for a site.
    ///
    /// `domains`: the hosts whose pages may show the captcha, where the site names none.
    package func verdict(for site: CaptchaSite, domains: [String], at now: Timestamp) -> CaptchaVerdict {
        guard isSuccess else {
            let mistakes = errors.intersection(Self.mistakesOfOurs.union(Self.mistakesOfTheirs)).sorted()
            return mistakes.isEmpty ? .bad : .undecided("the provider says \(mistakes.joined(separator: ", "))")
        }
        let hosts = site.hosts.isEmpty ? domains : site.hosts
        guard let hostname, hosts.contains(hostname.lowercased()), isFor(site.action),
            isPerson(for: site.provider)
        else { return .bad }
        return isFresh(for: site.provider.life, at: now) ? .good : .bad
    }

    private func isFor(_ wanted: String?) -> Bool { wanted.map { $0 == action } ?? true }

    private func isPerson(for provider: CaptchaProvider) -> Bool {
        guard let lowest = provider.lowestScore, let score else { return true }
        return score >= lowest
    }

    private func isFresh(for life: Duration, at now: Timestamp) -> Bool {
        guard let challengedAt else { return true }
        return challengedAt <= now + Self.clockDifference && now <= challengedAt + life + Self.clockDifference
    }
}

/// What a provider's answer means.
package enum CaptchaVerdict: Sendable, Hashable {
    case good
    /// It is used up, too old, made up, or of another page.
    case bad
    /// The provider cannot say it, because of the project's settings or a fault of its own; the words are for operators.
    case undecided(String)
}
