import VerificationCore

/// What an operator says of a gateway.
package enum GatewayChange: Sendable, Hashable {
    case off
    case on
    /// Nil for the weight in the settings.
    case weight(Int?)

    /// What holds for the gateway afterwards.
    func applied(to present: GatewaySwitch) -> GatewaySwitch {
        switch self {
        case .off: GatewaySwitch(weight: present.weight, isOff: true)
        case .on: GatewaySwitch(weight: present.weight, isOff: false)
        case .weight(let weight): GatewaySwitch(weight: weight, isOff: present.isOff)
        }
    }

    /// Saves it for the workers, who follow within two seconds.
    func apply(to name: String, on switches: any WorkerRegistry) async throws(StoreError) {
        switch self {
        case .off: try await switches.turn(name, isOff: true)
        case .on: try await switches.turn(name, isOff: false)
        case .weight(let weight): try await switches.setWeight(weight, of: name)
        }
    }

    /// For the audit.
    package var words: String {
        switch self {
        case .off: "off"
        case .on: "on"
        case .weight(let weight?): "weight \(weight)"
        case .weight(nil): "weight of the settings"
        }
    }
}
