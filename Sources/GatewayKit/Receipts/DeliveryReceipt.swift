/// A provider's later report about a message that it has taken.
///
/// It is a hint and no proof: the proof that a message arrived is the code that a person types.
public struct DeliveryReceipt: Sendable, Hashable {
    /// The id that the provider gave the message when it took it, at most 255 bytes.
    public let gatewayID: String
    /// How far the message has come.
    public let status: DeliveryStatus
    /// Why, as a stable identifier of lower-case letters, digits and dashes, for example `error-30003`; nil where the
    /// provider gives no reason.
    public let reason: String?

    /// What a provider said.
    public init(gatewayID: String, status: DeliveryStatus, reason: String? = nil) {
        self.gatewayID = gatewayID
        self.status = status
        self.reason = reason
    }
}

/// How far a message has come, in statuses that fit every provider.
public enum DeliveryStatus: String, Sendable, CaseIterable {
    /// The provider keeps it for now.
    case queued
    /// The provider has handed it to a network.
    case sent
    /// The phone has it.
    case delivered
    /// The network tried, and gave up.
    case undelivered
    /// The provider could not hand it to a network.
    case failed
    /// It was not delivered before its validity ended.
    case expired
    /// The provider or the network would not take it.
    case rejected
    /// The provider does not know whether it arrived, and will not find out.
    case unknown
}

extension DeliveryReceipt {
    /// An id that may be stored: not empty, at most 255 bytes, and without U+0000, which no text in PostgreSQL holds.
    package static func storableID(_ id: String) -> String? {
        (1...255).contains(id.utf8.count) && !id.utf8.contains(0) ? id : nil
    }

    /// A reason that may be stored: 1 to 40 lower-case letters, digits and hyphens.
    package static func storableReason(_ word: String) -> String? {
        let isWord = word.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        }
        return isWord && (1...40).contains(word.utf8.count) ? word : nil
    }
}
