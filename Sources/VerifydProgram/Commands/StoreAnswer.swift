/// What the database said to a command that also has something to show without it.
enum StoreAnswer<Value> {
    case known(Value)
    case missing(ServiceProblem)

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
        throw ServiceProblem("\(loss): \(problem)")
    }
}

/// Asks the store; throws only what is wrong with the settings.
func askStore<Value>(
    _ sources: SettingsOptions, role: String, _ body: (StorePorts) async throws -> Value
) async throws -> StoreAnswer<Value> {
    do {
        return .known(try await withStore(sources, role: role, body))
    } catch let problem as ServiceProblem {
        return .missing(problem)
    }
}
