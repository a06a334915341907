/// One SMS on its way to a provider.
public struct OutgoingMessage: Sendable, Hashable {
    /// The same in every try: the idempotency key for providers that take such a key.
    public let id: MessageID
    /// The number that it goes to.
    public let phone: PhoneNumber
    /// The text, autofill lines included.
    public let text: MessageText
    /// The digits alone, for providers that fill a template of their own.
    public let code: String
    /// How long the code is still good; a provider should not deliver later.
    public let validFor: Duration
    /// Whether an earlier try may have reached the provider.
    public let mayBeDuplicate: Bool
    /// The trace context of the caller that asked for the message.
    ///
    /// A gateway hands it on where the provider takes it.
    public private(set) var traceContext: TraceContext?
    /// Whose request it came from; nil where no app asked, as for a trial.
    ///
    /// The app, with `text.language`, tells which text the message is, for providers that know each text by a number.
    public let origin: MessageOrigin?

    /// Describes one message; nothing is checked here.
    public init(
        id: MessageID, phone: PhoneNumber, text: MessageText, code: String, validFor: Duration, mayBeDuplicate: Bool,
        traceContext: TraceContext? = nil, origin: MessageOrigin? = nil
    ) {
        self.id = id
        self.phone = phone
        self.text = text
        self.code = code
        self.validFor = validFor
        self.mayBeDuplicate = mayBeDuplicate
        self.traceContext = traceContext
        self.origin = origin
    }

    /// The same message within another span of its trace.
    package func within(_ context: TraceContext) -> OutgoingMessage {
        var copy = self
        copy.traceContext = context
        return copy
    }
}

extension OutgoingMessage: CustomStringConvertible, CustomDebugStringConvertible {
    /// Tells neither text, nor code, nor number.
    public var description: String { "message \(id) to \(phone.masked)" }
    /// The same text as `description`, so that a debugger does not show the code either.
    public var debugDescription: String { description }
}

/// Whose request a message came from.
///
/// A gateway hands on what its operator has asked for, and keeps the rest: address and metadata are a person's data.
public struct MessageOrigin: Sendable, Hashable {
    /// The id of the app that asked.
    public let app: String
    /// The address of the person's device, if the app told it.
    public let clientAddress: String?
    /// The app's own texts, as they came with the request.
    public let metadata: [String: String]

    /// Describes one request; nothing is checked here.
    public init(app: String, clientAddress: String? = nil, metadata: [String: String] = [:]) {
        self.app = app
        self.clientAddress = clientAddress
        self.metadata = metadata
    }
}

extension MessageOrigin: CustomStringConvertible, CustomDebugStringConvertible {
    /// Tells neither address nor metadata.
    public var description: String { "a request of \(app)" }
    /// The same text as `description`.
    public var debugDescription: String { description }
}
