/// Port: hands one message to a provider.
///
/// This is all that the author of a gateway implements. `send` is called once for each try, from many tasks at once; it
/// answers within `deadline` and does not throw, because an error nobody classified must never look like "not sent".
/// A call that is still running at the deadline is cancelled and counts as `.unknown`.
public protocol SMSGateway: Sendable {
    /// Names the gateway in configuration, rows and metrics, for example `webhook`.
    var name: String { get }

    /// Whether sending twice under one `OutgoingMessage.id` reaches the phone once.
    var honorsIdempotencyKeys: Bool { get }

    /// Whether `send` itself never outlives its deadline, whatever the provider does, so that nobody needs to watch it.
    ///
    /// False unless an author says otherwise.
    var keepsDeadlines: Bool { get }

    /// Hands over one message and says what is known of it afterwards.
    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome
}

extension SMSGateway {
    /// Watching a call costs little; an author who is not sure leaves it to the worker.
    public var keepsDeadlines: Bool { false }
}
