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
    /// The same words as `description`.
    public var debugDescription: String { description }
}
