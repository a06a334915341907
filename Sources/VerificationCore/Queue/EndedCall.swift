/// A call of a gateway that has ended.
package struct EndedCall: Sendable, Hashable {
    package let gateway: String
    /// See `SMSGateway.honorsIdempotencyKeys`.
    package let honorsIdempotencyKeys: Bool
    /// See `SMSGateway.reportsDelivery`.
    package let reportsDelivery: Bool
    package let outcome: SendOutcome
    package let endedAt: Timestamp
    package let took: Duration

    package init(
        gateway: String, honorsIdempotencyKeys: Bool, reportsDelivery: Bool = false, outcome: SendOutcome,
        endedAt: Timestamp, took: Duration
    ) {
        self.gateway = gateway
        self.honorsIdempotencyKeys = honorsIdempotencyKeys
        self.reportsDelivery = reportsDelivery
        self.outcome = outcome
        self.endedAt = endedAt
        self.took = took
    }

    /// Nil for a call that went well, because the message's own row has it.
    var report: CallReport? {
        let (word, reason): (CallReport.Outcome, String)
        switch outcome {
        case .accepted: return nil
        case .refused(let why, _): (word, reason) = (.refused, why)
        case .throttled: (word, reason) = (.throttled, "throttled")
        case .unknown(let why): (word, reason) = (.unknown, why)
        }
        return CallReport(
            gateway: gateway, outcome: word, reason: reason, endedAt: endedAt,
            milliseconds: Int(took.wholeMicroseconds / 1_000))
    }
}
