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

    /// For the audit.
    var words: String {
        switch self {
        case .off: "off"
        case .on: "on"
        case .weight(let weight?): "weight \(weight)"
        case .weight(nil): "weight of the settings"
        }
    }
}
