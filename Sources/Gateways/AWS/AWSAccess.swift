import GatewayKit

/// Whose account at AWS is used, and in which region.
package struct AWSAccess: Sendable {
    /// For example `eu-west-1`.
    package var region: String
    /// The access key's id; it is no secret.
    package var account: String
    /// The secret access key: it signs, and is never sent.
    package var secret: Secret
    /// The session token of a key that AWS gave out for some hours; when they are over, AWS refuses every message.
    package var token: Secret?

    package init(region: String, account: String, secret: Secret) {
        self.region = region
        self.account = account
        self.secret = secret
    }

    /// The usual URL of a service in a region, for example `https://sns.eu-west-1.amazonaws.com/`.
    static func url(of service: String, in region: String) -> String {
        "https://\(service).\(region).amazonaws.com\(region.hasPrefix("cn-") ? ".cn" : "")/"
    }
}

extension AWSAccess {
    /// - Throws: which setting cannot work.
    func check() throws(GatewaySettingsError) {
        guard !region.isEmpty, region.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }) else {
            throw GatewaySettingsError(.malformedRegion, setting: "region")
        }
        try GatewaySettingsError.check(id: account, setting: "account")
        guard Self.isOneWord(secret) else {
            throw GatewaySettingsError(.malformedToken, setting: "secret")
        }
        guard token.map(Self.isOneWord) ?? true else {
            throw GatewaySettingsError(.malformedToken, setting: "token")
        }
    }

    /// A space or line break comes from copying, and no signature with it would ever fit.
    private static func isOneWord(_ secret: Secret) -> Bool {
        !secret.text.isEmpty && secret.text.utf8.allSatisfy(\.isVisibleASCII)
    }
}

/// The settings that both services of AWS read.
enum AWSProviderSettings {
    static let region = Setting("region", .text, "sns, aws-sms: the region, such as eu-west-1")
    static let maxPrice = Setting(
        "maxPrice", .text, "sns, aws-sms: the most that a segment may cost, in US dollars")

    static let all: [any DeclaredSetting] =
        [CommonSettings.url, CommonSettings.account, CommonSettings.secret] + CommonSettings.from
        + [CommonSettings.token, region, maxPrice] + IndiaSettings.all
}

extension GatewayValues {
    /// Whose account at AWS is used, and in which region.
    func awsAccess() throws(SettingsError) -> AWSAccess {
        var access = AWSAccess(
            region: try value(of: AWSProviderSettings.region), account: try value(of: CommonSettings.account),
            secret: try secret())
        access.token = try valueIfSet(of: CommonSettings.token).map { Secret($0) }
        return access
    }
}
