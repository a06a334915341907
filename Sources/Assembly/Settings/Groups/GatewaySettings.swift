import Foundation
import GatewayKit

/// The settings of a gateway: of the single gateway, or of a gateway in the list.
package struct GatewaySettings: Sendable {
    /// Holds for every gateway, because it decides how long a worker's claim lasts: 10 s make a claim of 15 s.
    package static let deadline = Setting(
        "gateway.deadline", .duration(.seconds(1)...(.seconds(60))),
        "longest time of one call of any gateway", tellsRange: true, standard: "10s")

    /// The beginning of its settings' names, for example `gateways.main`.
    let parent: String
    /// The gateway's name in the list; nil for the single gateway.
    package let name: String?
    package let kind: Setting<String>
    package let inFlight: Setting<Int>
    package let perSecond: Setting<Int>
    package let statusPage: Setting<String>
    /// Every name that may be set of a gateway.
    let all: [any DeclaredSetting]

    /// For a gateway in the list; for example `gateways.main.url` is the URL of the gateway `main`.
    init(named name: String, of providers: GatewayProviders) {
        self.init(below: "gateways.\(name)", name: name, of: providers)
    }

    /// The gateway of an installation without a list: `gateway.url` is its URL.
    package static func single(of providers: GatewayProviders) -> GatewaySettings {
        GatewaySettings(below: "gateway", name: nil, of: providers)
    }

    private init(below parent: String, name: String?, of providers: GatewayProviders) {
        self.parent = parent
        self.name = name
        kind = Setting("\(parent).kind", .kind(of: providers), "provider or protocol: \(providers.words)")
        inFlight = Setting(
            "\(parent).inFlight", .number(1...100_000),
            "calls of the gateway at the same time, for each worker; by default \(providers.usualInFlight)")
        perSecond = Setting(
            "\(parent).perSecond", .number(0...1_000_000),
            "calls of the gateway per second, for all workers together; 0 for no limit", standard: "0")
        statusPage = Setting(
            "\(parent).statusPage", .httpsPage,
            "the provider's status page, an https address to which the dashboard links")
        let common: [any DeclaredSetting] = [kind, inFlight, perSecond, statusPage]
        all = common + providers.settings.map { $0.below(parent) }
    }

    /// The names that a gateway of this kind reads.
    func settings(of provider: any GatewayProvider.Type) -> [any DeclaredSetting] {
        let common: [any DeclaredSetting] = [kind, inFlight, perSecond, statusPage]
        return common + provider.settings.map { $0.below(parent) }
    }
}

extension SettingForm<String> {
    /// An address that a browser may be led to: no `javascript:`, and no password in it.
    fileprivate static var httpsPage: Self {
        Self(expecting: "an https URL such as https://status.example.com") { text in
            guard let parts = URLComponents(string: text), parts.scheme == "https", parts.host?.isEmpty == false,
                parts.user == nil, parts.password == nil, !text.contains(where: { $0.isWhitespace || !$0.isASCII })
            else { return nil }
            return text
        }
    }

    fileprivate static func kind(of providers: GatewayProviders) -> Self {
        Self { text, name throws(SettingsError) in
            guard providers[text] != nil else {
                throw SettingsError("\(name) is \(text), but must be \(providers.words)")
            }
            return text
        }
    }
}
