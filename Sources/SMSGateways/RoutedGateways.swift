import VerificationCore

/// Sends each message through the gateway that its route names; each gateway has places and a pace of its own.
///
/// A slow or full gateway delays only its own messages, as long as the worker's prefetch has room for more requests.
package struct RoutedGateways<PaceClock: Clock>: GatewayRoutes where PaceClock.Duration == Duration {
    /// All gateways, also those that no route names.
    package let gateways: [PacedGateway<PaceClock>]
    private let table: RoutingTable<PacedGateway<PaceClock>>

    /// `table`: its targets must be among `gateways`, otherwise `turnAway` misses them.
    package init(_ gateways: [PacedGateway<PaceClock>], by table: RoutingTable<PacedGateway<PaceClock>>) {
        self.gateways = gateways
        self.table = table
    }

    /// Sends every message through `gateway`.
    package init(only gateway: PacedGateway<PaceClock>) {
        self.init([gateway], by: RoutingTable(everythingTo: gateway))
    }

    package func permit(for phone: PhoneNumber, of app: AppID) async throws(CancellationError) -> GatewayPermit {
        try await table.target(for: phone, of: app).permit()
    }

    package func turnAway() {
        for gateway in gateways { gateway.turnAway() }
    }
}
