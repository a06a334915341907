import VerificationCore

/// Why a limit cannot be lifted for somebody.
package enum LiftObstacle: Sendable, Hashable {
    /// It counts for a single verification, and ends with it.
    case ofVerification(LimitReached.Limit)
    /// A project says how many sends of this kind there may be.
    case ofProject(LimitReached.Limit)
    /// The question does not name for whom it counts.
    case unnamed(LimitReached.Limit)

    /// Nil where the limit can be lifted.
    package init?(to limit: LimitReached.Limit, of subject: LimitSubject) {
        switch limit {
        case .sendsPerVerification, .wrongCodesOfStrangers: self = .ofVerification(limit)
        case .unprovenSends: self = .ofProject(limit)
        case .sendsPerPhone, .sendsPerIP, .sendsPerPrefix, .sendsPerApp, .sendsPerPhoneAndIP, .wrongCodesPerPhone,
            .wrongCodesPerIP, .wrongCodesPerTestNumber:
            guard subject.holder(of: limit) == nil else { return nil }
            self = .unnamed(limit)
        }
    }

    /// For a person who has asked on a page.
    package var sentence: String {
        switch self {
        case .ofVerification: "This limit ends with its verification: cancel that, or wait."
        case .ofProject: "This limit is a project's: let the project have more of these sends."
        case .unnamed(let limit): "Say whose \(limit.rawValue) to lift."
        }
    }
}
