/// How a gateway stands with a provider to which it keeps a connection.
public enum GatewayLink: Sendable, Hashable {
    /// Messages can go over it.
    case up
    /// No message can go; `reason`: words for the log, without any secret; nil where nothing has failed, for example at the start.
    case down(reason: String?)

    /// Why it is down, as far as it is known.
    public var reason: String? {
        switch self {
        case .up: nil
        case .down(let reason): reason
        }
    }
}
