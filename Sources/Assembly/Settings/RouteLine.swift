import PhoneNumbers
import VerificationCore

/// An entry of `routes` in `verifyd.yaml`.
struct RouteLine: Sendable {
    /// The value of a key of an entry, as the file has it.
    enum Member: Sendable, Hashable {
        case text(String)
        case list([String])
        /// A mapping, or a list with something else than texts.
        case other
    }

    private static let keys = ["region", "prefix", "app", "gateway", "gateways", "then", "learn"]

    /// The entry's place in the list; 1 for the first.
    let number: Int
    let region: String?
    let prefix: PhonePrefix?
    let app: AppID?
    /// The names of the gateways, each name once.
    let targets: RouteTargets<String>

    /// Whether the entry is for every message.
    var hasNoCondition: Bool { region == nil && prefix == nil && app == nil }

    /// `members`: the entry's values by their keys.
    init(number: Int, members: [String: Member]) throws(SettingsError) {
        let entry = RouteEntry(number: number, members: members)
        if let stranger = members.keys.sorted().first(where: { !Self.keys.contains($0) }) {
            throw SettingsError(
                "routes: entry \(number) has \(stranger), but may have \(Self.keys.joined(separator: ", ")) only")
        }
        self.number = number
        region = try entry.value("region", complaint: "must be a region such as DE") { code in
            Regions(codes: [code])?.onlyCode.flatMap { NumberingPlan.builtIn.regions.contains($0) ? $0 : nil }
        }
        prefix = try entry.value("prefix", complaint: "must be like +49") { PhonePrefix($0) }
        app = try entry.value("app", complaint: "is no name of an app", read: AppID.init(_:))
        let learns =
            try entry.value("learn", complaint: "must be true or false") { ["true": true, "false": false][$0] } ?? false
        targets = RouteTargets(
            first: try Self.shares(entry), then: try entry.list("then", like: "[backup, other]") ?? [], learns: learns)
        guard !learns || targets.first.count(where: { $0.weight > 0 }) > 1 else {
            throw SettingsError(
                "routes: entry \(number) has learn, but needs several gateways with weights, such as [main 3, other 1]")
        }
        var named: Set<String> = []
        if let twice = targets.all.first(where: { !named.insert($0).inserted }) {
            throw SettingsError("routes: entry \(number) names \(twice) twice")
        }
    }

    private static func shares(_ entry: RouteEntry) throws(SettingsError) -> [RouteTargets<String>.Share] {
        let only: String? = try entry.value("gateway", complaint: "must be a gateway's name") { $0.isEmpty ? nil : $0 }
        switch (only, try entry.list("gateways", like: "[main 3, other 1]")) {
        case (let name?, nil): return [.init(name)]
        case (nil, let texts?):
            var shares: [RouteTargets<String>.Share] = []
            for text in texts { shares.append(try share(text, in: entry)) }
            return shares
        case (.some, .some):
            throw SettingsError("routes: entry \(entry.number) has gateway and gateways; it needs only one of them")
        case (nil, nil): throw SettingsError("routes: entry \(entry.number) needs a gateway, or gateways")
        }
    }

    /// Reads `main` or `main 3`: a gateway's name, and its weight unless that is 1.
    private static func share(_ text: String, in entry: RouteEntry) throws(SettingsError) -> RouteTargets<String>.Share
    {
        let words = text.split(separator: " ").map(String.init)
        if words.count == 1 { return .init(words[0]) }
        guard words.count == 2, let weight = Int(words[1]), GatewaySwitch.weights.contains(weight) else {
            throw SettingsError(
                "routes: the gateways of entry \(entry.number) must be like [main 3, other 1], with weights up to 1000")
        }
        return .init(words[0], weight: weight)
    }
}

/// The keys and values of an entry, and how its errors name it.
private struct RouteEntry {
    let number: Int
    let members: [String: RouteLine.Member]

    func value<Value>(
        _ key: String, complaint: String, read: (String) -> Value?
    ) throws(SettingsError) -> Value? {
        guard let member = members[key] else { return nil }
        guard case .text(let text) = member, let value = read(text) else {
            throw SettingsError("routes: the \(key) of entry \(number) \(complaint)")
        }
        return value
    }

    func list(_ key: String, like example: String) throws(SettingsError) -> [String]? {
        guard let member = members[key] else { return nil }
        guard case .list(let texts) = member, !texts.isEmpty, texts.allSatisfy({ !$0.isEmpty }) else {
            throw SettingsError("routes: \(key) of entry \(number) must be a list such as \(example)")
        }
        return texts
    }
}

extension Regions {
    fileprivate var onlyCode: String? {
        guard case .only(let codes) = self else { return nil }
        return codes.first
    }
}
