/// Whether a gateway takes messages now.
package enum GatewayStanding: Sendable, Hashable {
    case ready
    /// Messages wait a little, or fail soon: another gateway of the route is better.
    case hesitant
    /// The gateway takes no messages, and nobody waits for it.
    case away
}
