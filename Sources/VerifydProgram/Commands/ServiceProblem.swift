import VerificationCore

/// A service does not answer, or refuses: words for the operator, and an exit status that says so.
struct ServiceProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// The broker gives no answer, or refuses.
    init(_ problem: BrokerProblem) {
        let deed =
            switch problem.kind {
            case .unavailable: "does not answer"
            case .refused: "refuses"
            }
        self.init("the broker \(deed) (\(problem)); `verifyd doctor` tells more")
    }
}
