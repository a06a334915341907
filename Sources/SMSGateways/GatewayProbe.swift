/// What a look at a provider came to.
package enum GatewayProbe: Sendable, Equatable {
    /// It is there; how it answered, for example `405 to OPTIONS`, which may also be a refusal.
    case answers(String)
    /// For this reason, in words without any secret.
    case isAway(reason: String)
}
