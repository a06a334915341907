import GatewayKit
import Gateways
import Sandbox
import VerificationCore

/// The kinds of gateway that an installation may have.
package struct GatewayProviders: Sendable {
    /// Those of this package.
    ///
    /// A provider is a folder of `Gateways` and a line in this list.
    package static let builtIn = GatewayProviders([
        SandboxGateway.self,
        Webhook.self,
        Twilio.self,
        Vonage.self,
        MessageBird.self,
        Bird.self,
        SNS.self,
        Kannel.self,
        SMPPGateway.self,
        EndUserMessaging.self,
    ])

    /// In the order in which they are named.
    package let all: [any GatewayProvider.Type]
    /// The settings of gateways of all kinds, by the last parts of their names, each name once.
    let settings: [any DeclaredSetting]

    /// Of two kinds with the same name the later one counts, so a provider can take a built-in one's place.
    package init(_ providers: [any GatewayProvider.Type]) {
        var all: [any GatewayProvider.Type] = []
        for provider in providers {
            if let place = all.firstIndex(where: { $0.kind == provider.kind }) {
                all[place] = provider
            } else {
                all.append(provider)
            }
        }
        self.all = all
        settings = Self.union(of: all)
    }

    /// What `gateway.kind` may be, as an operator reads it: `sandbox, webhook, … or aws-sms`.
    var words: String {
        let names = all.map { $0.kind }
        return names.count > 1 ? names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "") : names.joined()
    }

    /// How many calls of a gateway may be under way at once where nothing is set, as an operator reads it.
    var usualInFlight: String {
        let usual = GatewayContext.usualInFlight
        let others = all.filter { $0.usualInFlight != usual }
        return "\(usual)" + others.map { ", of \($0.kind) \($0.usualInFlight)" }.joined()
    }

    /// The last parts of the names of settings whose value may be a mapping.
    var mappings: Set<String> { Set(settings.filter(\.isMapping).map(\.name)) }

    /// What the author of a provider must not do: names that no source of settings can say, or that every gateway has.
    ///
    /// - Throws: the first such name.
    func check() throws(SettingsError) {
        for provider in all {
            guard AppID(provider.kind) != nil else {
                throw SettingsError(
                    "a kind of gateway is called \(provider.kind): use small letters, digits and dashes")
            }
            for setting in provider.settings where !Self.isOwnName(setting.name) {
                throw SettingsError(
                    "the kind \(provider.kind) has a setting \(setting.name): use letters and digits, the first one small, "
                        + "and a name that not every gateway has")
            }
        }
    }

    private static func isOwnName(_ name: String) -> Bool {
        let isPlain = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        let common = ["name", "kind", "inFlight", "perSecond", "statusPage", "deadline"]
        return isPlain && name.first?.isLowercase == true && !common.contains(name)
    }

    /// The provider of a kind; nil for an unknown kind.
    subscript(kind: String) -> (any GatewayProvider.Type)? { all.first { $0.kind == kind } }

    /// Each name once; what is a secret of one kind is listed as a secret.
    private static func union(of providers: [any GatewayProvider.Type]) -> [any DeclaredSetting] {
        var settings: [any DeclaredSetting] = []
        for setting in providers.flatMap({ $0.settings }) {
            guard let place = settings.firstIndex(where: { $0.name == setting.name }) else {
                settings.append(setting)
                continue
            }
            if setting.isSecret, !settings[place].isSecret { settings[place] = setting }
        }
        return settings
    }
}
