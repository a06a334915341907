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

/// What one call of a gateway came to; each case says what may be done next.
public enum SendOutcome: Sendable, Hashable {
    /// The provider has it, under this id if it gave one. Never sent again.
    case accepted(id: String?)
    /// It definitely did not leave. `mayRetry` tells a passing fault (connection refused) from a final no (bad number).
    case refused(reason: String, mayRetry: Bool)
    /// It definitely did not leave, because the provider is busy; not before `after`, when it said so.
    case throttled(after: Duration?)
    /// The provider may or may not have it: the answer was lost, late or unreadable.
    case unknown(reason: String)
}

/// One SMS on its way to a provider.
public struct OutgoingMessage: Sendable, Hashable {
    /// The same in every try: the idempotency key for providers that take one.
    public let id: MessageID
    /// Whom it goes to.
    public let phone: PhoneNumber
    /// The text, autofill lines included.
    public let text: MessageText
    /// The digits alone, for providers that fill a template of their own.
    public let code: String
    /// How long the code is still good; a provider should not deliver later.
    public let validFor: Duration
    /// Whether an earlier try may have reached the provider.
    public let mayBeDuplicate: Bool

    /// Describes one message; nothing is checked here.
    public init(
        id: MessageID, phone: PhoneNumber, text: MessageText, code: String, validFor: Duration, mayBeDuplicate: Bool
    ) {
        self.id = id
        self.phone = phone
        self.text = text
        self.code = code
        self.validFor = validFor
        self.mayBeDuplicate = mayBeDuplicate
    }
}

extension OutgoingMessage: CustomStringConvertible, CustomDebugStringConvertible {
    /// Tells neither text, nor code, nor number.
    public var description: String { "message \(id) to \(phone.masked)" }
    /// As `description`.
    public var debugDescription: String { description }
}
