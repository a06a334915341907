import HTTPTypes
import VerificationCore

// What can be wrong with test numbers.
extension Problem {
    static let testNumberNotFound = Problem(
        .notFound, "test-number-not-found", "This app has no such test number.")

    static func tooManyTestNumbers(_ limit: Int) -> Problem {
        Problem(.conflict, "too-many-test-numbers", "This app may have \(limit) test numbers; remove one first.")
    }
}
