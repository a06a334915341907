import Gateways
import VerificationCore

extension GatewayEntry {
    /// Nil when there is no place.
    var permit: GatewayPermit? {
        guard case .admitted(let permit) = self else { return nil }
        return permit
    }
}

extension PacedGateway {
    /// For callers who wait as long as it takes.
    func permit() async throws(CancellationError) -> GatewayPermit? { try await permit(within: .seconds(3_600)).permit }
}

extension RoutedGateways {
    /// For callers who wait as long as it takes.
    func permit(for phone: PhoneNumber, of app: AppID) async throws(CancellationError) -> GatewayPermit? {
        try await permit(for: phone, of: app, within: .seconds(3_600)).permit
    }

    /// For callers who wait as long as it takes.
    func permit(at gateway: String) async throws(CancellationError) -> GatewayPermit? {
        try await permit(at: gateway, within: .seconds(3_600)).permit
    }
}
