import HTTPService
import HTTPTypes
import VerificationCore

// What can be wrong with test numbers.
extension Problem {
    static let testNumberNotFound = Problem(
        .notFound, "test-number-not-found", "This app has no such test number.")

    /// A code that somebody has set would open the account of the person who has this number.
    static let numberInUse = Problem(
        .conflict, "number-in-use", "This app has really sent to this number, so it cannot be a test number.")

    static func tooManyTestNumbers(_ limit: Int) -> Problem {
        Problem(.conflict, "too-many-test-numbers", "This app may have \(limit) test numbers; remove one first.")
    }
}
