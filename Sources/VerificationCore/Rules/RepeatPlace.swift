/// Where a message may go, as far as an earlier try of it decides.
package enum RepeatPlace: Sendable, Hashable {
    /// To any gateway of its route.
    case anywhere
    /// Only to this gateway: it may have the message, and makes one SMS of both tries.
    case only(String)
    /// To no gateway: the gateway that may have it is gone, and the app wants no second SMS.
    case nowhere
}

extension SendOrder {
    /// Decides where the message may go.
    ///
    /// A repeat is exact only at the gateway of the earlier call. Example: `a` honours idempotency keys, and its answer
    /// was lost. At `a` the repeat makes no second SMS; at `b` it may.
    ///
    /// - Parameters:
    ///   - policy: What the app wants when the repeat cannot be exact.
    ///   - honorsKeys: Whether a gateway honours idempotency keys; nil when it is no longer configured.
    /// - Returns: `anywhere` for a message that no earlier try can have sent, as nearly all are.
    package func place(under policy: UnknownOutcomePolicy, honorsKeys: (String) -> Bool?) -> RepeatPlace {
        guard let mayBeAt else { return .anywhere }
        if honorsKeys(mayBeAt) == true { return .only(mayBeAt) }
        return policy == .resend ? .anywhere : .nowhere
    }
}
