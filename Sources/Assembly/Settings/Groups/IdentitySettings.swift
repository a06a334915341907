import AccountCore
import Accounts
import VerificationCore

/// The surface for apps that speak the protocol of Firebase Authentication; it is off until it has a port.
package enum IdentitySettings {
    package static let host = Setting(
        "identity.host", .text, "address that the Firebase surface listens on", standard: "127.0.0.1")
    package static let port = Setting(
        "identity.port", .number(0...65_535), "port of the Firebase surface; 0 takes a free one; off without a port")
    package static let mode = Setting(
        "identity.mode", .mode,
        "production, or emulator for development: any API key, Bearer owner, and codes for whoever asks",
        standard: "production")
    package static let isPublic = Setting(
        "identity.public", .truth,
        "let the emulator be called from beyond this machine and by proxies, though it shows codes to whoever asks",
        standard: "false")
    package static let keepsLimits = Setting(
        "identity.limits", .truth, "let the emulator keep the app's limits too, as production does", standard: "false")
    package static let project = Setting(
        "identity.project", .project, "project of calls that name none, in the emulator; otherwise the first by name")
    package static let certificate = Setting(
        "identity.certificate", .text, "file with a certificate in PEM and its chain: the port speaks TLS")
    package static let key = Setting("identity.key", .text, "file with the certificate's private key in PEM")
    package static let proxies = Setting(
        "identity.proxies", .networks,
        "networks of proxies whose X-Forwarded-For is believed, by commas, for example 10.1.2.0/24", standard: "")

    static let all: [any DeclaredSetting] = [
        host, port, mode, isPublic, keepsLimits, project, certificate, key, proxies,
    ]
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
    fileprivate static var networks: Self {
        Self(expecting: "networks such as 10.1.2.0/24, with commas between them") { text in
            let parts = text.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }
            let networks = parts.map { IPNetwork(String($0)) }
            return networks.contains(nil) ? nil : networks.compactMap(\.self)
        }
    }
}
