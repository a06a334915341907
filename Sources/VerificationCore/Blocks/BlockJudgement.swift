/// What operators' rules say of a request.
package enum BlockJudgement: Sendable, Hashable {
    /// No rule says anything.
    case none
    /// Nothing is sent, and nothing is counted.
    case blocked
    /// These limits neither hold the request nor count it; every other rule is as ever.
    case allowed(LiftedLimits)
}
