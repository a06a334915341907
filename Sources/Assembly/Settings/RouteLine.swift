import VerificationCore

/// An entry of `routes` in `verifyd.yaml`.
struct RouteLine: Sendable {
    /// The entry's place in the list; 1 for the first.
    let number: Int
    let prefix: PhonePrefix?
    let app: AppID?
    /// The gateway's name.
    let gateway: String

    /// `members`: the entry's values by their keys.
    init(number: Int, members: [String: String]) throws(SettingsProblem) {
        if let stranger = members.keys.sorted().first(where: { !["prefix", "app", "gateway"].contains($0) }) {
            throw SettingsProblem("routes: entry \(number) has \(stranger), but may have prefix, app and gateway only")
        }
        guard let gateway = members["gateway"], !gateway.isEmpty else {
            throw SettingsProblem("routes: entry \(number) needs a gateway")
        }
        self.number = number
        self.gateway = gateway
        prefix = try Self.read(members["prefix"], "the prefix of entry \(number) must be like +49", PhonePrefix.init)
        app = try Self.read(members["app"], "the app of entry \(number) is no name of an app", AppID.init(_:))
    }

    private static func read<Value>(
        _ text: String?, _ complaint: String, _ value: (String) -> Value?
    ) throws(SettingsProblem) -> Value? {
        guard let text else { return nil }
        guard let value = value(text) else { throw SettingsProblem("routes: \(complaint)") }
        return value
    }
}
