/// How a request ends without a send.
enum Ending {
    case limited(LimitReached)
    case refused(RefusalReason)
    /// The request's deadline has passed.
    case expired
    /// The request is older than the database, which was restored from a backup since.
    case restored

    var verdict: Verdict {
        switch self {
        case .limited(let reached): .limited(reached)
        case .refused(let reason): .refused(reason)
        case .expired, .restored: .expired
        }
    }

    /// The outcome that the store keeps for the request.
    var outcome: NewRequest.Outcome {
        switch self {
        case .limited: .limited
        case .refused: .refused
        case .expired, .restored: .expired
        }
    }

    /// The status of the request's own verification, if the request joins no live verification.
    var status: VerificationStatus {
        switch self {
        case .limited, .refused: .refused
        case .expired, .restored: .expired
        }
    }

    /// The reason, as a stable identifier.
    var reason: String {
        switch self {
        case .limited(let reached): reached.limit.rawValue
        case .refused(let reason): reason.rawValue
        case .expired: "deadline"
        case .restored: Restoration.reason
        }
    }
}
