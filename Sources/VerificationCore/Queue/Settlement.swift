/// How a delivery leaves the worker; every one leaves it in exactly one of these ways.
package enum Settlement: Sendable, Hashable {
    case acknowledge
    /// Into the retry ladder, to come back after about so long; `because` is the error's stable word, nil when nothing
    /// went wrong.
    case again(after: Duration, because: String? = nil)
    case dead(DeadLetter)
}
