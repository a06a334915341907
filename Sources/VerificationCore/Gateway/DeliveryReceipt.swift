/// A provider's later word on a message that it has taken.
///
/// It is a hint and no proof: the proof that a message arrived is the code that a person types.
public struct DeliveryReceipt: Sendable, Hashable {
    /// The id that the provider gave the message when it took it, at most 255 bytes.
    public let gatewayID: String
    /// How far the message has come.
    public let status: DeliveryStatus
    /// Why, as a stable word of lower-case letters, digits and dashes, for example `error-30003`; nil where the provider
    /// gives no reason.
    public let reason: String?

    /// What a provider said.
    public init(gatewayID: String, status: DeliveryStatus, reason: String? = nil) {
        self.gatewayID = gatewayID
        self.status = status
        self.reason = reason
    }
}
