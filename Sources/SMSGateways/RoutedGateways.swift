import VerificationCore

/// Sends each message through the gateway that its route names; each gateway has places and a pace of its own.
///
/// A gateway that is slow or full holds up its own messages only, as long as the worker may take further requests.
package struct RoutedGateways<PaceClock: Clock>: GatewayRoutes where PaceClock.Duration == Duration {
    /// All of them, also those that no route names.
    package let gateways: [PacedGateway<PaceClock>]
    private let table: RoutingTable<PacedGateway<PaceClock>>

    /// `table`: its targets are among `gateways`.
    package init(_ gateways: [PacedGateway<PaceClock>], by table: RoutingTable<PacedGateway<PaceClock>>) {
        self.gateways = gateways
        self.table = table
    }

    /// Sends everything through one gateway.
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
