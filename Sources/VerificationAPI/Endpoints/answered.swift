import HTTPService
import Operations
import VerificationCore

/// Asks a use case that operators have too, and answers its refusal in the API's words.
func answered<Value: Sendable>(_ body: () async throws(OperatorProblem) -> Value) async throws -> Value {
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
