import Connections
import GatewayKit

/// How calls leave for a gateway, for the endpoints of events, or for the receiver of spans.
package struct WaySettings: Sendable {
    package let proxy: Setting<HTTPProxy>
    package let caFile: Setting<String>
    /// Whether `caFile` adds to the authorities that this machine trusts, instead of taking their place.
    let keepsSystemTrust: Bool

    /// - Parameters:
    ///   - parent: The beginning of the settings' names, for example `events`; nil for a gateway's.
    ///   - proxies: What goes through the proxy, as the list of settings says it.
    ///   - authorities: What `caFile` is, as the list of settings says it.
    ///   - keepsSystemTrust: Whether the authorities that this machine trusts count beside the file's.
    package init(below parent: String? = nil, proxies: String, authorities: String, keepsSystemTrust: Bool = false) {
        // A secret, because it may hold a password.
        let proxy = Setting("proxy", .proxy, proxies, isSecret: true)
        let caFile = Setting("caFile", .text, authorities)
        self.proxy = parent.map { proxy.below($0) } ?? proxy
        self.caFile = parent.map { caFile.below($0) } ?? caFile
        self.keepsSystemTrust = keepsSystemTrust
    }

    package var all: [any DeclaredSetting] { [proxy, caFile] }
}

extension SettingForm<HTTPProxy> {
    fileprivate static var proxy: Self {
        Self(
            expecting: "http://host:port or http://user:password@host:port, with special characters percent-encoded",
            HTTPProxy.init)
    }
}

extension SettingValues {
    /// Reads the file of authorities, where one is set.
    ///
    /// - Throws: a `SettingsError` that names the file when it cannot be used.
    package func way(_ described: WaySettings) throws(SettingsError) -> HTTPWay {
        var way = HTTPWay()
        way.proxy = try valueIfSet(of: described.proxy)
        guard let file = try valueIfSet(of: described.caFile) else { return way }
        do throws(TrustedAuthoritiesError) {
            way.trust = try TrustedAuthorities(file: file, besidesSystem: described.keepsSystemTrust)
        } catch {
            throw SettingsError("\(name(of: described.caFile)): \(error.description)")
        }
        return way
    }
}
