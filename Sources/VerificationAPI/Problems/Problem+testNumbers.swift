import HTTPService
import HTTPTypes
import VerificationCore

extension Problem {
    /// Throws the mistake of the body where that is the reason.
    init(_ refusal: TestNumberRefusal) throws(InvalidMember) {
        switch refusal {
        case .cannotGetSMS: self = .kindNotAllowed
        case .tooMany(let most): self = .tooManyTestNumbers(most)
        case .inUse: self = .numberInUse
        case .keyMissing: self = .keyMissing
        case .badCode: throw InvalidMember("code", .malformed)
        case .ended: throw InvalidMember("expiresAt", .malformed)
        }
    }

    static let testNumberNotFound = Problem(
        .notFound, "test-number-not-found", detail: "This app has no such test number.")

    /// With a fixed code the app's staff could open the account of the person who has this number.
    static let numberInUse = Problem(
        .conflict, "number-in-use", detail: "This app has really sent to this number, so it cannot be a test number.")

    static func tooManyTestNumbers(_ limit: Int) -> Problem {
        Problem(
            .conflict, "too-many-test-numbers", detail: "This app may have \(limit) test numbers; remove one first.")
    }
}
