import GatewayKit

/// A message as it reached a provider.
public struct ProviderArrival: Sendable, Hashable {
    /// The message's own id; nil where the provider's protocol has no place for it.
    public let id: String?
    /// In E.164.
    public let phone: String
    /// As the person reads it.
    public let text: String

    /// What a provider read.
    public init(id: String?, phone: String, text: String) {
        self.id = id
        self.phone = phone
        self.text = text
    }

    /// What should arrive of a message, at a provider that takes ids or at another.
    public init(_ message: OutgoingMessage, hasID: Bool = true) {
        self.init(id: hasID ? message.id.description : nil, phone: message.phone.e164, text: message.text.text)
    }
}
