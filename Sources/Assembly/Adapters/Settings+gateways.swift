import GatewayKit
import PhoneNumbers
import VerificationCore

extension Settings {
    /// The provider that a gateway's kind names.
    package func provider(of described: GatewaySettings) throws(SettingsProblem) -> any GatewayProvider.Type {
        let kind = try value(of: described.kind)
        guard let provider = providers[kind] else { throw SettingsProblem("\(described.kind.name) is \(kind)") }
        return provider
    }

    /// What the settings say of a gateway, for its provider.
    func values(of described: GatewaySettings) -> GatewayValues {
        GatewayValues(below: described.parent, regions: Set(NumberingPlan.builtIn.regions)) { said($0) }
    }

    /// A gateway as the settings describe it.
    ///
    /// - Parameters:
    ///   - described: one of the settings' gateways.
    ///   - tells: hears of each change of a standing connection to the provider.
    ///   - keeps: takes each receipt that comes over such a connection, or from a sandbox, and returns whether it is safe;
    ///     nil asks for no receipts.
    /// - Returns: a gateway that has no connection yet.
    /// - Throws: a `SettingsProblem` when a setting is missing or cannot work.
    package func gateway(
        _ described: GatewaySettings,
        tells: @escaping @Sendable (_ gateway: String, GatewayLink) -> Void = { _, _ in },
        keeps: (@Sendable (GatewayReceipt) async -> Bool)? = nil
    ) throws(SettingsProblem) -> any ConnectedGateway {
        let provider = try provider(of: described)
        try refuseStrangers(to: provider, described)
        let name = described.name ?? provider.kind
        let receive = keeps.map { keeps in
            { @Sendable receipt in await keeps(GatewayReceipt(gateway: name, receipt: receipt)) }
        }
        let context = GatewayContext(
            name: name, inFlight: try places(of: described), receiptsURL: try receiptsURL(of: described),
            now: Machine.now, linkChanged: { tells(name, $0) }, receive: receive)
        return try provider.make(from: values(of: described), in: context)
    }

    /// A setting that the gateway's kind does not read is a mistake that nobody would notice otherwise.
    ///
    /// A kind for trials lets all stand, so that it can take a real gateway's place by `gateway.kind` alone.
    private func refuseStrangers(
        to provider: any GatewayProvider.Type, _ described: GatewaySettings
    ) throws(SettingsProblem) {
        guard provider.trialNote == nil else { return }
        let known = Set(described.settings(of: provider).map(\.name))
        if let stranger = described.all.first(where: { isSet($0) && !known.contains($0.name) }) {
            throw SettingsProblem("\(stranger.name) is set, but a gateway of kind \(provider.kind) does not read it")
        }
    }

    /// What is odd about a gateway's settings, though they can be used; nil for nothing.
    package func advice(on described: GatewaySettings) throws(SettingsProblem) -> String? {
        try provider(of: described).advice(on: values(of: described)).map { "\(described.parent).\($0)" }
    }

    /// How many calls may be under way at once.
    package func places(of described: GatewaySettings) throws(SettingsProblem) -> Int {
        if let places = try valueIfSet(of: described.inFlight) { return places }
        guard let kind = try valueIfSet(of: described.kind), let provider = providers[kind] else {
            return GatewayContext.usualInFlight
        }
        return provider.usualInFlight
    }
}
