/// One SMS of a verification as its app may see it.
package struct MessageReport: Sendable, Hashable {
    package let ordinal: Int
    package let status: MessageStatus
    package let reason: String?
    /// Nil until a gateway has answered.
    package let gateway: String?
    package let gatewayID: String?
    package let language: String?
    package let encoding: String?
    package let segments: Int?
    package let tries: Int
    package let mayBeDuplicate: Bool
    package let createdAt: Timestamp
    package let updatedAt: Timestamp
    /// The calls that did not go well, oldest first; empty for nearly all messages.
    package var calls: [CallReport]

    package init(
        ordinal: Int, status: MessageStatus, reason: String?, gateway: String?, gatewayID: String?, language: String?,
        encoding: String?, segments: Int?, tries: Int, mayBeDuplicate: Bool, createdAt: Timestamp, updatedAt: Timestamp,
        calls: [CallReport] = []
    ) {
        self.ordinal = ordinal
        self.status = status
        self.reason = reason
        self.gateway = gateway
        self.gatewayID = gatewayID
        self.language = language
        self.encoding = encoding
        self.segments = segments
        self.tries = tries
        self.mayBeDuplicate = mayBeDuplicate
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.calls = calls
    }
}

/// Where a message stands among workers; only `ended` is final.
package enum MessageStage: Sendable, Hashable {
    /// A worker has promised to send it before `until`, and may be doing it now.
    case leased(until: Timestamp)
    /// No worker sends it now; its next try is due at `until`.
    case waiting(until: Timestamp)
    case ended
}

extension MessageReport {
    /// The message as the app sees it at `now`: `unknown` when its lease has ended without an outcome.
    ///
    /// A worker may still come back with the outcome later.
    package func told(_ stage: MessageStage, at now: Timestamp) -> MessageReport {
        guard case .leased(let until) = stage, until <= now else { return self }
        return MessageReport(
            ordinal: ordinal, status: .unknown, reason: "lease-ended", gateway: gateway, gatewayID: gatewayID,
            language: language, encoding: encoding, segments: segments, tries: tries, mayBeDuplicate: mayBeDuplicate,
            createdAt: createdAt, updatedAt: updatedAt, calls: calls)
    }
}
