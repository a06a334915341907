/// How a delivery leaves the worker; each delivery leaves it in exactly one way.
package enum Settlement: Sendable, Hashable {
    case acknowledge
    /// Into the retry ladder, to come back after about this time. `because` is the error's stable word, nil when
    /// nothing went wrong.
    case again(after: Duration, because: String? = nil)
    /// Into the retry ladder without a try, to come back after about this time. The message counts how often that
    /// happens, and `again` begins the count anew.
    case putOff(for: Duration, because: String)
    case dead(DeadLetter)
}
