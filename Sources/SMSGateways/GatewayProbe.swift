/// What a look at a provider came to.
package enum GatewayProbe: Sendable, Equatable {
    /// With this HTTP status, which may also be a refusal such as 405.
    case answers(Int)
    /// For this reason, a stable word.
    case isAway(reason: String)
}
