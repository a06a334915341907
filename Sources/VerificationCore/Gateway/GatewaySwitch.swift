/// What an operator has said of a gateway while the workers run.
package struct GatewaySwitch: Sendable, Hashable {
    /// The weights that a route or an operator may give a gateway.
    package static let weights = 0...1_000

    /// Takes the place of the weight in the settings; nil leaves the settings' weight.
    package let weight: Int?
    /// Whether the gateway takes no messages at all.
    package let isOff: Bool

    package init(weight: Int? = nil, isOff: Bool = false) {
        self.weight = weight
        self.isOff = isOff
    }

    /// Everything as the settings say.
    package static let untouched = GatewaySwitch()
}
