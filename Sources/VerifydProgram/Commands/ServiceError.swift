import ArgumentParser
import Assembly
import Operations
import VerificationCore

/// A service does not answer, or refuses: a message for the operator, and an exit status that says so.
struct ServiceError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// The broker gives no answer, or refuses.
    init(_ problem: BrokerError) {
        let action =
            switch problem.kind {
            case .unavailable: "does not answer"
            case .refused: "refuses"
            }
        self.init("the broker \(action) (\(problem)); `verifyd doctor` shows more")
    }
}

/// What a command names is not there, for example an app; a script can tell this from a command that is used wrongly.
struct NotThereError: Error, CustomStringConvertible {
    let description: String

    /// `what`: follows "there is no", for example `app shop`.
    init(_ what: String) { description = "there is no \(what)" }
}

/// What the database said to a command that also has something to show without it.
enum StoreAnswer<Value> {
    case known(Value)
    case missing(ServiceError)

    /// Nil where the database gave no answer.
    var value: Value? {
        switch self {
        case .known(let value): value
        case .missing: nil
        }
    }

    /// To end with once the rest is shown; a script must not take half an answer for a whole answer.
    ///
    /// `loss`: what is not known now, for the line on standard error.
    func fail(_ loss: String) throws {
        guard case .missing(let problem) = self else { return }
        throw ServiceError("\(loss): \(problem)")
    }
}

/// Asks the store; throws only what is wrong with the settings.
func askStore<Value>(
    _ sources: SettingsOptions, role: String, _ body: (StorePorts) async throws -> Value
) async throws -> StoreAnswer<Value> {
    do {
        return .known(try await withStore(sources, role: role, body))
    } catch let problem as ServiceError {
        return .missing(problem)
    }
}

extension StoreError {
    /// What the store does instead of answering: the text follows "the database".
    var words: String {
        switch self {
        case .unavailable: "does not answer; `verifyd doctor` shows more"
        case .inDoubt: "did not say whether it has done it; look, and try again"
        case .locked, .busy: "is locked by other transactions; try again"
        case .keyMissing: "has something that was made with a key which these settings lack"
        case .unfit(let text), .unreadable(let text), .broken(let text): "refuses: \(text)"
        }
    }
}

/// Asks a use case of operators for the machine's user, and turns a refusal into an error of the command.
func acting<Value>(_ body: (Operator) async throws(OperatorError) -> Value) async throws -> Value {
    do { return try await body(.terminal(user: Machine.user)) } catch {
        switch error {
        case .forbidden(let action): throw ValidationError("you may not do this: \(action.rawValue)")
        case .store(let problem): throw problem
        case .broker(let problem): throw ServiceError(problem)
        case .nothing(let what): throw NotThereError(what)
        case .unusable(let sentence): throw ValidationError(sentence)
        case .noTestNumber(let refusal): throw ValidationError(refusal.words)
        }
    }
}
