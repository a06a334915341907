/// How a gateway stands with a provider to which it keeps a connection.
package enum GatewayLink: Sendable, Hashable {
    case up
    /// `reason`: words for the log, without any secret; nil where nothing has failed, for example at the start.
    case down(reason: String?)

    /// Why it is down, as far as anybody knows.
    package var reason: String? {
        switch self {
        case .up: nil
        case .down(let reason): reason
        }
    }
}
