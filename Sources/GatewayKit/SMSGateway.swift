/// Port: hands one message to a provider.
///
/// This is all that the author of a gateway implements. A worker calls `send` once for each try, from many tasks at
/// once. `send` answers within `deadline`. It does not throw, because an unclassified error must never look like "not
/// sent". The worker cancels a call that is still running at the deadline, and counts it as `.unknown`.
public protocol SMSGateway: Sendable {
    /// Names the gateway in configuration, rows and metrics, for example `webhook`.
    var name: String { get }

    /// Whether two sends with the same `OutgoingMessage.id` reach the phone only once.
    var honorsIdempotencyKeys: Bool { get }

    /// Whether `send` never outlives its deadline, whatever the provider does, so that the worker need not watch it.
    ///
    /// False unless the author of the gateway says otherwise.
    var keepsDeadlines: Bool { get }

    /// Whether the provider tells later what became of a message that it has accepted.
    ///
    /// Then the id of `SendOutcome.accepted` is kept, and a receipt with this id finds the message. False unless the
    /// author of the gateway says otherwise.
    var reportsDelivery: Bool { get }

    /// Hands over one message and says what is known of it afterwards.
    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome
}

extension SMSGateway {
    /// False, so that the worker watches each call.
    ///
    /// This costs little, so it is right for an author who is not sure.
    public var keepsDeadlines: Bool { false }

    /// False, so that the id of a message is shown and nothing else.
    public var reportsDelivery: Bool { false }
}
