import GatewayKit
import Operations

/// Where the dashboard listens, and what it is called.
package enum DashboardSettings {
    package static let host = Setting(
        "dashboard.host", .text, "address on which the dashboard listens", standard: "127.0.0.1")
    package static let port = Setting(
        "dashboard.port", .number(0...65_535), "port of the dashboard; 0 takes a free one", standard: "8089")
    package static let path = Setting(
        "dashboard.path", .path, "path below which all pages of the dashboard are, for example /ops", standard: "/ops")
    package static let environment = Setting(
        "dashboard.environment", .text,
        "text on every page that tells this installation from others, such as PRODUCTION", standard: "")
    package static let proxies = Setting(
        "dashboard.proxies", .networks,
        "networks of proxies whose X-Forwarded-For the audit believes, with commas between them, for example 10.1.2.0/24",
        standard: "")

    package static let url = Setting(
        "dashboard.url", .address,
        "address of the dashboard in browsers, without dashboard.path, for example https://ops.example.com; single sign-on and security keys need it"
    )

    package static let secondFactor = Setting(
        "dashboard.secondFactor", .secondFactor,
        "whether operators prove an authenticator app or a security key beside the password: off, optional or required",
        standard: "optional")

    static let all: [any DeclaredSetting] =
        [host, port, path, environment, proxies, url, secondFactor] + SignOnSettings.all
}

extension SettingForm<SecondFactorPolicy.Mode> {
    fileprivate static var secondFactor: Self {
        Self(expecting: "off, optional or required") { SecondFactorPolicy.Mode(rawValue: $0) }
    }
}

extension SettingForm<String> {
    /// A path such as `/ops/verifyd`; `/` becomes the empty path.
    static var path: Self {
        Self(expecting: "a path such as /ops, of letters, digits, dashes, dots and underscores") { text in
            let parts = text.split(separator: "/")
            let isPlain = parts.joined().utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
                default: false
                }
            }
            guard text.hasPrefix("/"), isPlain, !parts.contains("."), !parts.contains("..") else { return nil }
            return parts.map { "/" + $0 }.joined()
        }
    }
}
