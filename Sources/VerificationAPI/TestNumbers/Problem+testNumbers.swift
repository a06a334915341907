import HTTPService
import HTTPTypes
import Operations
import VerificationCore

extension Problem {
    /// Throws the mistake of the body where that is the reason.
    init(_ refusal: TestNumberError) throws(InvalidMemberError) {
        switch refusal {
        case .cannotGetSMS: self = .kindNotAllowed
        case .tooMany(let most): self = .tooManyTestNumbers(most)
        case .inUse: self = .numberInUse
        case .badCode: throw InvalidMemberError("code", is: .malformed)
        case .ended: throw InvalidMemberError("expiresAt", is: .malformed)
        }
    }

    static let testNumberNotFound = Problem(
        .notFound, code: "test-number-not-found", detail: "This app has no such test number.")

    /// With a fixed code the app's staff could open the account of the person who has this number.
    static let numberInUse = Problem(
        .conflict, code: "number-in-use",
        detail: "This app has really sent to this number, so it cannot be a test number.")

    static func tooManyTestNumbers(_ limit: Int) -> Problem {
        Problem(
            .conflict, code: "too-many-test-numbers",
            detail: "This app may have \(limit) test numbers; remove one first.")
    }
}

/// Calls a use case that operators share, and turns its refusal into a problem of the API.
func answered<Value: Sendable>(_ body: () async throws(OperatorError) -> Value) async throws -> Value {
    do { return try await body() } catch {
        switch error {
        case .noTestNumber(let refusal): throw try Problem(refusal)
        case .nothing: throw Problem.testNumberNotFound
        case .store(let problem): throw problem
        // The scope of the key was looked at, and neither the broker nor free text belongs to such a call.
        case .forbidden, .broker, .unusable: throw error
        }
    }
}
