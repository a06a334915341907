import AccountCore
import Accounts
import Gateways
import VerificationCore

/// The surface for apps that speak the protocol of Firebase Authentication; it is off until it has a port.
package enum IdentitySettings {
    package static let host = Setting(
        "identity.host", .text, "address on which the Firebase surface listens", standard: "127.0.0.1")
    package static let port = Setting(
        "identity.port", .number(0...65_535),
        "port of the Firebase surface; 0 takes a free one; without a port the surface is off")
    package static let mode = Setting(
        "identity.mode", .mode,
        "production, or emulator for development; the emulator accepts any API key and shows codes to every caller",
        standard: "production")
    package static let isPublic = Setting(
        "identity.public", .truth,
        "whether other machines and proxies may call the emulator, which shows codes to every caller",
        standard: "false")
    package static let keepsLimits = Setting(
        "identity.limits", .truth, "whether the emulator keeps the app's limits, as production does", standard: "false")
    package static let project = Setting(
        "identity.project", .project, "project of calls that name none, in the emulator; by default the first by name")
    package static let certificate = Setting(
        "identity.certificate", .text, "PEM file of a certificate and its chain; with it the port speaks TLS")
    package static let key = Setting("identity.key", .text, "PEM file of the certificate's private key")
    package static let proxies = Setting(
        "identity.proxies", .networks,
        "networks of proxies whose X-Forwarded-For is believed, with commas between them, for example 10.1.2.0/24",
        standard: "")

    static let way = WaySettings(
        below: "identity",
        proxies:
            "proxy for the surface's own calls, for example for keys of App Check: http://[user:password@]host:port",
        authorities:
            "PEM file of authorities that sign the certificates of the servers it calls; they count besides this machine's",
        keepsSystemTrust: true)

    static let all: [any DeclaredSetting] =
        [host, port, mode, isPublic, keepsLimits, project, certificate, key, proxies] + way.all + PushSettings.all
}

extension SettingForm<IdentityMode> {
    fileprivate static var mode: Self { Self(expecting: "production or emulator") { IdentityMode(rawValue: $0) } }
}

extension SettingForm<ProjectID> {
    fileprivate static var project: Self {
        Self(expecting: "a project id: 6 to 30 lower-case letters, digits and dashes") { ProjectID($0) }
    }
}

extension SettingForm<[IPNetwork]> {
    static var networks: Self {
        Self(expecting: "networks such as 10.1.2.0/24, with commas between them") { text in
            let parts = text.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }
            let networks = parts.map { IPNetwork(String($0)) }
            return networks.contains(nil) ? nil : networks.compactMap(\.self)
        }
    }
}
