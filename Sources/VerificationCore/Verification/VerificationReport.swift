/// A verification as its app may see it: no code, nothing to make one from.
package struct VerificationReport: Sendable, Hashable {
    package let id: VerificationID
    package let app: AppID
    package let status: VerificationStatus
    /// Why it was refused or failed, as a stable word.
    package let reason: String?
    package let phone: String
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    package let resendAfter: Timestamp
    package let remainingSends: Int
    package let remainingChecks: Int
    package let metadata: [String: String]
    package let messages: [MessageReport]
    /// What became of the very request that was asked about.
    package let request: NewRequest.Outcome

    package init(
        id: VerificationID, app: AppID, status: VerificationStatus, reason: String?, phone: String,
        createdAt: Timestamp, expiresAt: Timestamp, resendAfter: Timestamp, remainingSends: Int, remainingChecks: Int,
        metadata: [String: String], messages: [MessageReport], request: NewRequest.Outcome
    ) {
        self.id = id
        self.app = app
        self.status = status
        self.reason = reason
        self.phone = phone
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.resendAfter = resendAfter
        self.remainingSends = remainingSends
        self.remainingChecks = remainingChecks
        self.metadata = metadata
        self.messages = messages
        self.request = request
    }
}

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
    package let parts: Int?
    package let tries: Int
    package let mayBeDuplicate: Bool
    package let createdAt: Timestamp
    package let updatedAt: Timestamp

    package init(
        ordinal: Int, status: MessageStatus, reason: String?, gateway: String?, gatewayID: String?, language: String?,
        encoding: String?, parts: Int?, tries: Int, mayBeDuplicate: Bool, createdAt: Timestamp, updatedAt: Timestamp
    ) {
        self.ordinal = ordinal
        self.status = status
        self.reason = reason
        self.gateway = gateway
        self.gatewayID = gatewayID
        self.language = language
        self.encoding = encoding
        self.parts = parts
        self.tries = tries
        self.mayBeDuplicate = mayBeDuplicate
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

extension MessageReport {
    /// The message as it is told at `now`: after its lease nobody can know whether it left, although a worker may still
    /// come back with an answer.
    ///
    /// `leasedUntil`: nil for one that no worker holds.
    package func told(leasedUntil: Timestamp?, at now: Timestamp) -> MessageReport {
        guard let leasedUntil, leasedUntil <= now else { return self }
        return MessageReport(
            ordinal: ordinal, status: .unknown, reason: "lease-ended", gateway: gateway, gatewayID: gatewayID,
            language: language, encoding: encoding, parts: parts, tries: tries, mayBeDuplicate: mayBeDuplicate,
            createdAt: createdAt, updatedAt: updatedAt)
    }
}
