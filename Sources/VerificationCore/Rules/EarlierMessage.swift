/// An earlier message of a verification, as far as it decides where a further message goes.
package struct EarlierMessage: Sendable, Hashable {
    package let ordinal: Int
    /// The gateway that was called last.
    package let gateway: String
    package let status: MessageStatus
    /// Whether the provider has named the message, so that a receipt can be of it.
    package let hasID: Bool

    package init(ordinal: Int, gateway: String, status: MessageStatus, hasID: Bool) {
        self.ordinal = ordinal
        self.gateway = gateway
        self.status = status
        self.hasID = hasID
    }

    /// Whether the gateway has delivered the message; nil when nothing speaks for or against it.
    ///
    /// A person who asks again has waited for `resendAfter` already. So the silence of a gateway that reports delivery says
    /// that it has not delivered. The silence of a gateway that reports nothing says nothing.
    func isDelivered(_ reportsDelivery: (String) -> Bool) -> Bool? {
        switch status {
        case .delivered: true
        case .undelivered: false
        case .accepted: hasID && reportsDelivery(gateway) ? false : nil
        // The message has not left, or may have: the rule for repeats decides about it.
        case .sending, .failed, .unknown: nil
        }
    }
}

extension SendOrder {
    /// The gateways that should have this message last, because they have not delivered an earlier one.
    ///
    /// It chooses for a further message that the person asked for, and for no other: a message that an earlier try may
    /// have sent has no `earlier`, so its place is the one that `place(under:honorsKeys:)` says.
    ///
    /// - Parameter reportsDelivery: Whether a gateway tells what became of its messages.
    /// - Returns: each gateway once, the one that failed last first. Example: `a` and then `b` did not deliver. The third
    ///   message goes to `c`, without `c` to `a`, and only without both to `b`.
    package func avoided(reportsDelivery: (String) -> Bool) -> [String] {
        var judged: Set<String> = []
        var avoided: [String] = []
        for message in earlier.reversed() {
            // The newest word on a gateway counts.
            guard let isDelivered = message.isDelivered(reportsDelivery), judged.insert(message.gateway).inserted
            else { continue }
            if !isDelivered { avoided.append(message.gateway) }
        }
        return avoided
    }
}
