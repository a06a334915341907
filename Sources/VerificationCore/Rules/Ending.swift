/// How a request ends that is served no further.
enum Ending {
    case limited(LimitReached)
    case refused(RefusalReason)
    /// Its deadline has passed.
    case expired

    var verdict: Verdict {
        switch self {
        case .limited(let reached): .limited(reached)
        case .refused(let reason): .refused(reason)
        case .expired: .expired
        }
    }

    /// What is kept of the request.
    var outcome: NewRequest.Outcome {
        switch self {
        case .limited: .limited
        case .refused: .refused
        case .expired: .expired
        }
    }

    /// How its verification ends, where it has a verification of its own.
    var status: VerificationStatus {
        switch self {
        case .limited, .refused: .refused
        case .expired: .expired
        }
    }

    /// Why, as a stable word.
    var reason: String {
        switch self {
        case .limited(let reached): reached.limit.rawValue
        case .refused(let reason): reason.rawValue
        case .expired: "deadline"
        }
    }
}
