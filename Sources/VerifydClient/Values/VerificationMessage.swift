import Foundation

/// One SMS of a verification.
public struct VerificationMessage: Sendable, Hashable, Codable {
    /// `sending`, `accepted`, `delivered`, `undelivered`, `failed` or `unknown`.
    public var status: String
    /// Why it failed, or why its outcome is unknown.
    public var reason: String?
    /// The gateway that answered last.
    public var gateway: String?
    /// The language of the text.
    public var language: String?
    /// The alphabet that it is sent in: `gsm7` or `ucs2`.
    public var encoding: String?
    /// In how many parts it is sent.
    public var segments: Int?
    /// How often verifyd has called a gateway for it.
    public var tries: Int
    /// Whether it was sent again after a try whose outcome is unknown.
    public var possibleDuplicate: Bool
    /// When verifyd decided to send it.
    public var createdAt: Date
    /// When its status changed last.
    public var updatedAt: Date
    /// The calls of gateways that did not go well, the oldest first.
    public var calls: [GatewayCall]
}

/// A call of a gateway that did not go well.
public struct GatewayCall: Sendable, Hashable, Codable {
    /// The gateway's name.
    public var gateway: String
    /// `refused` and `throttled`: the message did not leave; `unknown`: it may have left.
    public var outcome: String
    /// A stable word.
    public var reason: String
    /// When the call ended.
    public var endedAt: Date
    /// How long it took.
    public var milliseconds: Int
}
