import VerificationCore

/// What a store answers to a command, with requests and verifications by their numbers.
package enum ModelAnswer: Sendable, Hashable {
    /// The command had nothing to do.
    case nothing
    case send(ModelSend)
    case duplicate(ModelSummary)
    case limited(ModelLimit)
    case refused, expired, known, keyReused
    case leased(Duration)
    case saved, stale
    /// A receipt; whether it changed a message's status.
    case noted(Bool)
    case approved(session: Int, through: Int)
    case wrong(session: Int, through: Int, left: Int)
    case ended(session: Int, through: Int, VerificationStatus)
    case found(ModelReport)
    case missing(NoRecord)
    case erased(Int)
    /// An answer that no sequence should get.
    case strange(String)
}

/// An order to send.
package struct ModelSend: Sendable, Hashable {
    let session: Int
    let ordinal: Int
    let tries: Int
    let mayBeDuplicate: Bool
    let summary: ModelSummary
    /// What the limit has left that has least left.
    var left: Int?
}

/// What a caller may know of a live verification.
package struct ModelSummary: Sendable, Hashable {
    let session: Int
    let expiresAt: Timestamp
    let resendAfter: Timestamp
    let remainingSends: Int
    let remainingChecks: Int
}

/// A limit that holds a request or a check.
package struct ModelLimit: Sendable, Hashable {
    let limit: LimitReached.Limit
    let window: ModelWindow
    let session: Int
    let retryAfter: Duration
}

/// A verification as the holder of a request's id sees it.
package struct ModelReport: Sendable, Hashable {
    let session: Int
    let request: Int
    let status: VerificationStatus
    let outcome: NewRequest.Outcome
    let expiresAt: Timestamp
    let resendAfter: Timestamp
    let remainingSends: Int
    let remainingChecks: Int
    let messages: [MessageStatus]
}
