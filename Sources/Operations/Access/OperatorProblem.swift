import VerificationCore

/// Why an operator gets no answer.
package enum OperatorProblem: Error, Sendable, Hashable {
    /// The operator's role does not allow it.
    case forbidden(OperatorDeed)
    case store(StoreProblem)
    case broker(BrokerProblem)
    /// What was asked for is not there; the words name it, for example `queue other`.
    case nothing(String)
    /// What was typed cannot be used; the sentence says why.
    case unusable(String)
    /// The number cannot be a test number of the app.
    case noTestNumber(TestNumberRefusal)
}
