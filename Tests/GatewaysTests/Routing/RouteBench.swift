import Gateways
import VerificationCore
import VerificationTesting

/// Gateways on a route, a clock, and messages that go there.
struct RouteBench {
    static let phone = PhoneNumber(e164: "+4915112345678", region: "DE", callingCode: 49, kind: .mobile)

    let clock: SteppingClock
    let routes: RoutedGateways<SteppingClock>
    let app: AppID

    /// The first gateway takes all messages, the others take over in their order.
    ///
    /// - Parameters:
    ///   - gateways: In the route's order.
    ///   - places: Of each gateway.
    ///   - perSecond: The pace of each gateway, which is shared with other workers; nil for no pace.
    ///   - clock: Moved by the test.
    /// - Throws: when a gateway cannot be made.
    init?(
        _ gateways: [any SMSGateway], places: Int = 1_000, perSecond: Double? = nil,
        clock: SteppingClock = SteppingClock()
    ) throws {
        guard let app = AppID("shop") else { return nil }
        let paced = try gateways.map {
            try PacedGateway(gateway: $0, maxInFlight: places, perSecond: perSecond, clock: clock) { 0 }
        }
        let targets = RouteTargets(first: paced.prefix(1).map { .init($0) }, then: Array(paced.dropFirst()))
        routes = RoutedGateways(paced, by: RoutingTable(everythingTo: targets), sharesPace: perSecond != nil)
        (self.clock, self.app) = (clock, app)
    }

    /// The same with recording gateways of these names.
    init?(_ names: String..., places: Int = 1_000, clock: SteppingClock = SteppingClock()) throws {
        try self.init(names.map { RecordingGateway(name: $0) }, places: places, clock: clock)
    }

    func permit() async throws -> GatewayPermit? { try await routes.permit(for: Self.phone, of: app) }

    /// Nil when all gateways are away.
    func name() async throws -> String? {
        let permit = try await permit()
        defer { permit?.release() }
        return permit?.gateway.name
    }

    func permitNow(besides tried: Set<String> = []) -> GatewayPermit? {
        routes.permitNow(for: Self.phone, of: app, besides: tried)
    }

    /// A call through whatever gateway takes it, with this outcome.
    ///
    /// - Returns: the gateway's name; nil when all are away.
    @discardableResult
    func call(_ outcome: SendOutcome, took: Duration = .zero) async throws -> String? {
        guard let permit = try await permit() else { return nil }
        permit.report(outcome, took: took)
        permit.release()
        return permit.gateway.name
    }

    /// Five failures, which open the breaker of the gateway that is asked first.
    func breakFirst() async throws {
        for _ in 0..<5 { try await call(.unknown(reason: "lost")) }
    }
}
