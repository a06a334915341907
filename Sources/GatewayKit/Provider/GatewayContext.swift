/// What a gateway has from the process that it runs in.
public struct GatewayContext: Sendable {
    /// How many calls of a gateway may be under way at once where nothing says it.
    ///
    /// So many that in practice only the provider limits them.
    public static let usualInFlight = 1_000

    /// The gateway's name in the settings, rows and metrics.
    public let name: String
    /// How many calls may be under way at once.
    public let inFlight: Int
    /// The URL that the provider shall call with receipts; nil when it shall call none.
    public let receiptsURL: String?
    /// The time that signatures and waits are measured with.
    public let now: @Sendable () -> Timestamp
    /// Hears of each change of a standing connection to the provider.
    public let linkChanged: @Sendable (GatewayLink) -> Void
    /// Takes a receipt that came over such a connection, and returns whether it is safe.
    ///
    /// If it is not safe, the provider shall send it again. Nil when no receipts are wanted.
    public let receive: (@Sendable (DeliveryReceipt) async -> Bool)?

    /// Puts a context together; what has a default here is needed by few gateways.
    ///
    /// - Parameters:
    ///   - name: The gateway's name.
    ///   - inFlight: How many calls may be under way at once.
    ///   - receiptsURL: The URL that the provider shall call with receipts; nil for none.
    ///   - now: The time.
    ///   - linkChanged: Hears of each change of a standing connection.
    ///   - receive: Takes receipts of a standing connection; nil for none.
    public init(
        name: String, inFlight: Int = Self.usualInFlight, receiptsURL: String? = nil,
        now: @escaping @Sendable () -> Timestamp,
        linkChanged: @escaping @Sendable (GatewayLink) -> Void = { _ in },
        receive: (@Sendable (DeliveryReceipt) async -> Bool)? = nil
    ) {
        self.name = name
        self.inFlight = inFlight
        self.receiptsURL = receiptsURL
        self.now = now
        self.linkChanged = linkChanged
        self.receive = receive
    }
}

/// How a gateway stands with a provider to which it keeps a connection.
public enum GatewayLink: Sendable, Hashable {
    /// Messages can go over it.
    case up
    /// No message can go; `reason`: text for the log, without any secret; nil where nothing has failed, for example at
    /// the start.
    case down(reason: String?)

    /// Why it is down, as far as it is known.
    public var reason: String? {
        switch self {
        case .up: nil
        case .down(let reason): reason
        }
    }
}
