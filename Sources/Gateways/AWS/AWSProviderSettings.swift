import GatewayKit

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
    func awsAccess() throws(SettingsProblem) -> AWSAccess {
        var access = AWSAccess(
            region: try value(of: AWSProviderSettings.region), account: try value(of: CommonSettings.account),
            secret: try secret())
        access.token = try valueIfSet(of: CommonSettings.token).map { Secret($0) }
        return access
    }
}
