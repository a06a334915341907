import ArgumentParser
import Assembly
import Operations
import VerificationCore

/// Asks a use case of operators for the machine's user, and turns a refusal into an error of the command.
func acting<Value>(_ body: (Operator) async throws(OperatorProblem) -> Value) async throws -> Value {
    do { return try await body(.terminal(user: Machine.user)) } catch {
        switch error {
        case .forbidden(let action): throw ValidationError("you may not do this: \(action.rawValue)")
        case .store(let problem): throw problem
        case .broker(let problem): throw ServiceProblem(problem)
        case .nothing(let what): throw ValidationError("there is no \(what)")
        case .unusable(let sentence): throw ValidationError(sentence)
        case .noTestNumber(let refusal): throw ValidationError(refusal.words)
        }
    }
}
