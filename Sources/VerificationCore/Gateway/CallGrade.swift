/// What a call shows about the gateway, whatever its outcome for the message.
package enum CallGrade: Sendable, Hashable {
    case works
    case fails
    /// The provider wants no messages for this time, if it said for how long.
    case isBusy(Duration?)

    /// Judges a call by its answer and its time.
    ///
    /// A gateway that refuses a message for good has answered, so it works. Example: an account that may not send to a
    /// region refuses the numbers of that region, and takes all others. Each refused message goes on to the next gateway.
    package init(_ outcome: SendOutcome, took: Duration, slowCall: Duration) {
        switch outcome {
        case .accepted, .refused(_, .byThisGateway), .refused(_, .byEveryGateway):
            self = took > slowCall ? .fails : .works
        case .refused(_, .forNow), .unknown: self = .fails
        case .throttled(let after): self = .isBusy(after)
        }
    }
}
