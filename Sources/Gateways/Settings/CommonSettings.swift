import GatewayKit
import StrictJSON

/// The settings that several kinds of gateway read.
///
/// The same few names serve all kinds: `account` is who signs in and `secret` is the proof, whatever the provider calls
/// them.
package enum CommonSettings {
    // A secret, because the URL may hold a token.
    static let url = Setting(
        "url", .text, "where the gateway is; by default the provider's usual address", isSecret: true)
    static let account = Setting(
        "account", .text, "who signs in: account, API key, access key or user, as the provider calls it")
    static let secret = Setting(
        "secret", .text, "the proof: auth token, API secret, secret access key or password; for webhook whsec_…",
        isSecret: true)
    static let sender = Setting("sender", .text, "the sender that people see: a number or a short name")
    static let senders = Setting(
        "senders", .pairs, "other senders for some regions, such as {\"IN\": \"VERIFY\"}; * means all other regions")
    static let token = Setting("token", .text, "webhook: a bearer token; sns, aws-sms: a session token", isSecret: true)
    static let receiptsSecret = Setting(
        "receiptsSecret", .text,
        "the proof of receipts: vonage's signature secret, messagebird's signing key, bird's whsec_…, "
            + "twilio's auth token beside apiKey", isSecret: true)
    package static let way = WaySettings(
        proxies: "proxy for the gateway's calls: http://[user:password@]host:port; not for smpp",
        authorities:
            "PEM file of the authorities that sign the gateway's certificate; they count instead of this machine's")

    /// The settings of the sender that every provider over HTTP reads.
    static let from: [any DeclaredSetting] = [sender, senders]
}

extension GatewayValues {
    /// The sender that a person sees on the SMS; the rest of the regions may be named by either of the two settings.
    func senders() throws(SettingsError) -> Senders {
        var all = try valueIfSet(of: CommonSettings.senders) ?? [:]
        if let usual = try valueIfSet(of: CommonSettings.sender) {
            try add(usual, to: &all, of: CommonSettings.sender, and: CommonSettings.senders)
        }
        let usual = all.removeValue(forKey: Self.rest)
        for region in all.keys.sorted() where !regions.contains(region) {
            throw SettingsError("\(name(of: CommonSettings.senders)): \(region) is no region such as IN")
        }
        return Senders(usual, byRegion: all)
    }

    /// The senders of a provider that needs one for every number.
    func neededSenders() throws(SettingsError) -> Senders {
        let senders = try senders()
        if senders.usual != nil { return senders }
        return Senders(try value(of: CommonSettings.sender), byRegion: senders.byRegion)
    }

    /// The value of `secret`.
    func secret() throws(SettingsError) -> Secret { Secret(try value(of: CommonSettings.secret)) }

    static let rest = "*"

    /// The value of the plain setting stands for the rest, which the mapping may name too.
    func add(
        _ value: String, to all: inout [String: String], of plain: Setting<String>,
        and mapping: Setting<[String: String]>
    ) throws(SettingsError) {
        guard all.updateValue(value, forKey: Self.rest) == nil else {
            throw SettingsError("\(name(of: plain)) is set, and \(name(of: mapping)) names * as well")
        }
    }
}

extension GatewayValues {
    /// Makes the gateway of a provider that is called over HTTP.
    ///
    /// `make`: makes the provider from settings that have been read.
    func gateway<Provider: HTTPProvider>(
        in context: GatewayContext, _ make: () throws(GatewaySettingsError) -> Provider
    ) throws(SettingsError) -> HTTPGateway<Provider> {
        let way = try way(CommonSettings.way)
        return try named { () throws(GatewaySettingsError) in
            try HTTPGateway(
                name: context.name, provider: try make(), connections: context.inFlight, way: way,
                reportsDelivery: context.receiptsURL != nil, now: context.now)
        }
    }

    /// Makes a value from settings that have been read; its errors use the names of settings that the operator knows.
    func named<Value>(_ make: () throws(GatewaySettingsError) -> Value) throws(SettingsError) -> Value {
        do throws(GatewaySettingsError) {
            return try make()
        } catch {
            guard error.setting == "receiptsURL" else { throw SettingsError("\(parent).\(error)") }
            // The process makes that URL from a setting of the whole installation.
            throw SettingsError("receipts.url: the URL for \(parent) \(error.code.rawValue)")
        }
    }
}

extension SettingForm<[String: String]> {
    /// Texts by name: a mapping in the settings file, and a JSON object elsewhere.
    package static var pairs: Self {
        Self(isMapping: true, expecting: "a mapping of names to texts, such as {\"a\": \"b\"}") { text in
            // Whatever keeps it from being JSON, it is no such mapping.
            guard let object = (try? JSONValue(parsing: text.utf8))?.object else { return nil }
            var pairs: [String: String] = [:]
            for member in object.members {
                guard let value = member.value.string, pairs.updateValue(value, forKey: member.key) == nil else {
                    return nil
                }
            }
            return pairs
        }
    }
}
