import GatewayKit
import Gateways
import PhoneNumbers
import Sandbox
import VerificationCore

/// All gateways that the settings describe, and the routes to them.
package struct ConfiguredGateways: Sendable {
    /// Each gateway has places and a pace of its own, as the settings say.
    let routes: RoutedGateways<ContinuousClock>
    /// The sandbox; nil when no gateway is a sandbox.
    let sandbox: SandboxGateway?

    private let connected: [any ConnectedGateway]

    /// - Parameters:
    ///   - settings: The installation's.
    ///   - tells: Hears of each change of a standing connection to a provider.
    ///   - keeps: Takes each receipt that comes over such a connection, and returns whether it is safe.
    /// - Throws: a `SettingsError` when a setting is missing or cannot work.
    package init(
        _ settings: Settings, tells: @escaping @Sendable (_ gateway: String, GatewayLink) -> Void = { _, _ in },
        keeps: (@Sendable (GatewayReceipt) async -> Bool)? = nil
    ) throws {
        var connected: [any ConnectedGateway] = []
        var paced: [PacedGateway<ContinuousClock>] = []
        for described in settings.gateways {
            let gateway = try settings.gateway(described, tells: tells, keeps: keeps)
            connected.append(gateway)
            paced.append(try settings.paced(gateway, as: described))
        }
        let sandboxes = connected.compactMap { $0 as? SandboxGateway }
        guard sandboxes.count <= 1 else {
            throw SettingsError("gateways: two are of the kind sandbox, but there is one inbox")
        }
        sandbox = sandboxes.first
        self.connected = connected
        routes = RoutedGateways(paced, by: settings.plan.table.map { $0.map { paced[$0] } }, sharesPace: true)
    }

    /// Keeps the connections to the providers until `shutdown`.
    func run() async {
        await withDiscardingTaskGroup { group in
            for gateway in connected { group.addTask { await gateway.run() } }
        }
    }

    /// Closes the connections, each in its own time.
    func shutdown() async {
        await withDiscardingTaskGroup { group in
            for gateway in connected { group.addTask { await gateway.shutdown() } }
        }
    }

    /// The gateways on learning routes whose providers send no receipts, so the routes cannot learn what they deliver.
    package var learnersWithoutReceipts: [String] { routes.learners.filter { !$0.reportsDelivery }.map(\.name) }

    /// The names of the gateways with a standing connection, and whether it is up.
    var links: [(gateway: String, isUp: Bool)] {
        connected.compactMap { gateway in gateway.isUp.map { (gateway.name, $0) } }
    }
}

extension Settings {
    /// The settings of the gateway of an installation without a list, also where there is a list.
    package var singleGateway: GatewaySettings { .single(of: providers) }

    /// The settings of each gateway: of the single gateway, or of the list's gateways in the file's order.
    package var gateways: [GatewaySettings] { plan.gateways }

    /// How many requests a worker holds: no more than its gateways can send in two minutes, where all have a pace.
    ///
    /// What the worker holds longer, the broker would take back after its `consumer_timeout`, half an hour by default.
    var workerPrefetch: Int {
        get throws {
            let (asked, paces) = (
                try value(of: WorkerSettings.prefetch), try gateways.map { try value(of: $0.perSecond) }
            )
            guard !paces.contains(0) else { return asked }
            return min(asked, max(20, paces.reduce(0, +) * 120))
        }
    }

    fileprivate func paced(
        _ gateway: any SMSGateway, as described: GatewaySettings
    ) throws -> PacedGateway<ContinuousClock> {
        let perSecond = try value(of: described.perSecond)
        // One gateway, however slow, leaves the worker room for the others: its calls take half of the prefetch at most,
        // and its line a quarter.
        let (prefetch, places) = (try workerPrefetch, try places(of: described))
        return try PacedGateway(
            gateway: gateway, maxInFlight: gateways.count > 1 ? min(places, max(1, prefetch / 2)) : places,
            mostWaiting: max(1, prefetch / 4), perSecond: perSecond == 0 ? nil : Double(perSecond))
    }
}

extension Settings {
    /// The provider that a gateway's kind names.
    package func provider(of described: GatewaySettings) throws(SettingsError) -> any GatewayProvider.Type {
        let kind = try value(of: described.kind)
        guard let provider = providers[kind] else { throw SettingsError("\(described.kind.name) is \(kind)") }
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
    /// - Throws: a `SettingsError` when a setting is missing or cannot work.
    package func gateway(
        _ described: GatewaySettings,
        tells: @escaping @Sendable (_ gateway: String, GatewayLink) -> Void = { _, _ in },
        keeps: (@Sendable (GatewayReceipt) async -> Bool)? = nil
    ) throws(SettingsError) -> any ConnectedGateway {
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

    /// Refuses a setting that the gateway's kind does not read, because no other check would show the operator the
    /// mistake.
    ///
    /// A kind for trials takes all settings, so that it can take a real gateway's place by `gateway.kind` alone.
    private func refuseStrangers(
        to provider: any GatewayProvider.Type, _ described: GatewaySettings
    ) throws(SettingsError) {
        guard provider.trialNote == nil else { return }
        let known = Set(described.settings(of: provider).map(\.name))
        if let stranger = described.all.first(where: { isSet($0) && !known.contains($0.name) }) {
            throw SettingsError("\(stranger.name) is set, but a gateway of kind \(provider.kind) does not read it")
        }
    }

    /// What is odd about a gateway's settings, though they can be used; nil for nothing.
    package func advice(on described: GatewaySettings) throws(SettingsError) -> String? {
        try provider(of: described).advice(on: values(of: described)).map { "\(described.parent).\($0)" }
    }

    /// How many calls may be under way at once.
    package func places(of described: GatewaySettings) throws(SettingsError) -> Int {
        if let places = try valueIfSet(of: described.inFlight) { return places }
        guard let kind = try valueIfSet(of: described.kind), let provider = providers[kind] else {
            return GatewayContext.usualInFlight
        }
        return provider.usualInFlight
    }
}
