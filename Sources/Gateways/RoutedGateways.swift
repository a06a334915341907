import Synchronization
import VerificationCore

/// Sends each message through a gateway of its route; each gateway has places, a pace and a breaker of its own.
///
/// A slow or full gateway delays only its own messages: its line is bounded, and who finds it full waits in a retry
/// queue. It keeps its share of a route: only a gateway that is away gives its messages to the others.
package final class RoutedGateways<PaceClock: Clock>: GatewayRoutes where PaceClock.Duration == Duration {
    package typealias Targets = RouteTargets<PacedGateway<PaceClock>>

    /// All gateways, also those that no route names.
    package let gateways: [PacedGateway<PaceClock>]
    private let table: RoutingTable<Targets>
    private let chance: @Sendable () -> Double
    /// What the routes that learn have learned, by the gateways' names.
    private let learned = Mutex<[String: LearnedShare]>([:])

    /// - Parameters:
    ///   - gateways: All gateways.
    ///   - table: Its targets must be among `gateways`, otherwise `turnAway` misses them.
    ///   - sharesPace: Whether the gateways' pace is shared with other workers; then no paced call begins before `apply`.
    ///   - chance: Gives numbers from 0 to below 1, which choose among the gateways of a route.
    package init(
        _ gateways: [PacedGateway<PaceClock>], by table: RoutingTable<Targets>, sharesPace: Bool = false,
        chance: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.gateways = gateways
        self.table = table
        self.chance = chance
        if sharesPace { for gateway in gateways { gateway.share() } }
    }

    /// Sends every message through `gateway`.
    package convenience init(only gateway: PacedGateway<PaceClock>) {
        self.init([gateway], by: RoutingTable(everythingTo: RouteTargets(only: gateway)))
    }

    package func permit(
        for phone: PhoneNumber, of app: AppID, within patience: Duration
    ) async throws(CancellationError) -> GatewayEntry {
        let targets = table.target(for: phone, of: app)
        if let only = targets.only { return try await only.permit(within: patience) }
        // A gateway that goes away during the wait gives no permit. Then it is no longer chosen, until it comes back.
        while let gateway = choose(from: targets) {
            let entry = try await gateway.permit(within: patience)
            if case .away = entry { continue }
            return entry
        }
        return .away
    }

    package func permitNow(for phone: PhoneNumber, of app: AppID, besides tried: Set<String>) -> GatewayPermit? {
        let targets = table.target(for: phone, of: app)
        for gateway in order(targets) where !tried.contains(gateway.name) {
            if let permit = gateway.permitNow() { return permit }
        }
        return nil
    }

    package func permit(
        for phone: PhoneNumber, of app: AppID, besides avoided: Set<String>, within patience: Duration
    ) async throws(CancellationError) -> GatewayEntry {
        let targets = table.target(for: phone, of: app)
        // As above: a gateway that goes away during the wait is no longer ready.
        while let gateway = order(targets).first(where: { !avoided.contains($0.name) && $0.standing == .ready }) {
            let entry = try await gateway.permit(within: patience)
            if case .away = entry { continue }
            return entry
        }
        return .away
    }

    package func permit(
        at gateway: String, within patience: Duration
    ) async throws(CancellationError) -> GatewayEntry {
        guard let gateway = gateways.first(where: { $0.name == gateway }) else { return .away }
        return try await gateway.permit(within: patience)
    }

    /// What the registry does not know yet of this worker's breakers.
    ///
    /// What the registry does not confirm comes again in the next update.
    package func update() -> GatewayUpdate { GatewayUpdate(notices: gateways.compactMap { $0.pendingNotice() }) }

    /// Follows what all workers know: operators' switches, other workers' breakers, and this worker's part of each pace.
    ///
    /// `askedAt`: when the exchange with the registry began, by the pace's clock.
    package func apply(_ state: GatewayStatuses, askedAt: PaceClock.Instant) {
        for gateway in gateways { gateway.follow(state, askedAt: askedAt) }
    }

    /// From now on the routes that learn give these gateways so much of their weights, and all others the whole.
    package func learn(_ shares: [String: LearnedShare]) { learned.withLock { $0 = shares } }

    package func sendBack() {
        for gateway in gateways { gateway.sendBack() }
    }

    package func turnAway() {
        for gateway in gateways { gateway.turnAway() }
    }

    /// The first gateway in the order of chance that is ready, otherwise the first that will take the message later.
    private func choose(from targets: Targets) -> PacedGateway<PaceClock>? {
        var hesitant: PacedGateway<PaceClock>?
        for gateway in order(targets) {
            switch gateway.standing {
            case .ready: return gateway
            case .hesitant: hesitant = hesitant ?? gateway
            case .away: continue
            }
        }
        return hesitant
    }

    private func order(_ targets: Targets) -> [PacedGateway<PaceClock>] {
        let shares = targets.learns ? learned.withLock(\.self) : [:]
        return targets.order(by: chance(), { $0.control }, learned: { shares[$0.name] })
    }
}

extension RoutedGateways {
    package func hasOthers(for phone: PhoneNumber, of app: AppID, besides tried: Set<String>) -> Bool {
        table.target(for: phone, of: app).all.contains { !tried.contains($0.name) }
    }

    package func honorsIdempotencyKeys(at gateway: String) -> Bool? {
        gateways.first { $0.name == gateway }?.honorsIdempotencyKeys
    }

    /// The gateways whose weights follow what they deliver, in any route.
    package var learners: [PacedGateway<PaceClock>] {
        let targets = (table.routes.map(\.target) + [table.rest]).filter(\.learns)
        let names = Set(targets.flatMap { $0.first.map(\.gateway.name) })
        return gateways.filter { names.contains($0.name) }
    }

    package func reportsDelivery(at gateway: String) -> Bool {
        gateways.first { $0.name == gateway }?.reportsDelivery ?? false
    }
}
