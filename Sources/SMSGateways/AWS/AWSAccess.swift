/// Whose account at AWS is used, and in which region.
package struct AWSAccess: Sendable {
    /// For example `eu-west-1`.
    package var region: String
    /// Names the key; it is no secret.
    package var accessKeyID: String
    /// The key itself: it signs, and is never sent.
    package var secretAccessKey: Secret
    /// Goes along with a key that AWS gave out for some hours; when they are over, AWS refuses every message.
    package var sessionToken: Secret?

    package init(region: String, accessKeyID: String, secretAccessKey: Secret) {
        self.region = region
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
    }

    /// The usual URL of a service in this region, for example `https://sns.eu-west-1.amazonaws.com/`.
    func url(of service: String) -> String {
        "https://\(service).\(region).amazonaws.com\(region.hasPrefix("cn-") ? ".cn" : "")/"
    }
}

extension AWSAccess {
    /// - Throws: which setting cannot work.
    func check() throws(GatewaySettingsError) {
        guard !region.isEmpty, region.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }) else {
            throw GatewaySettingsError(.malformedRegion, setting: "region")
        }
        guard !accessKeyID.isEmpty, accessKeyID.utf8.allSatisfy(\.isASCIILetterOrDigit) else {
            throw GatewaySettingsError(.malformedToken, setting: "accessKeyID")
        }
        guard Self.isOneWord(secretAccessKey) else {
            throw GatewaySettingsError(.malformedToken, setting: "secretAccessKey")
        }
        guard sessionToken.map(Self.isOneWord) ?? true else {
            throw GatewaySettingsError(.malformedToken, setting: "sessionToken")
        }
    }

    /// A space or line break comes from copying, and no signature with it would ever fit.
    private static func isOneWord(_ secret: Secret) -> Bool {
        !secret.text.isEmpty && secret.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}
