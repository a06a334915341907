import VerificationCore

/// The rule about gateways that take messages and do not deliver them.
extension Rule {
    /// Names the gateway that keeps the most messages from people.
    ///
    /// A receipt is a provider's word and no proof, and receipts may be lost on their way. So it is no outage by itself.
    func deliversLittle(_ situation: Situation) -> Judgement.Finding? {
        guard let counts = situation.counts.current else { return nil }
        let usual = Dictionary(counts.deliveriesWeekBefore.map { ($0.gateway, $0) }) { first, _ in first }
        let accused = counts.deliveries.filter { $0.areFew && !(usual[$0.gateway]?.wereFew ?? false) }
        guard let worst = accused.max(by: { $0.missing < $1.missing }) else { return nil }
        return Judgement.Finding(
            .degraded, self,
            "Gateway \(worst.gateway) takes messages, and \(Limits.percent(worst.share)) of them arrive.",
            measure: "\(worst.delivered) of \(worst.taken) messages of \(Counts.deliveryMinutes) min delivered, "
                + "\(Limits.percent(Limits.fewDelivered)) is the least",
            subjects: Set(accused.map(\.gateway)))
    }
}

extension GatewayDeliveries {
    /// Whether enough messages were taken, and nearly all of them are missing.
    fileprivate var areFew: Bool {
        let least = delivered == 0 ? Rule.Limits.leastLost : Rule.Limits.leastReceipts
        return taken >= least && share < Rule.Limits.fewDelivered
    }

    /// The same for a time that only explains the present.
    fileprivate var wereFew: Bool { taken >= Rule.Limits.leastUsual && share < Rule.Limits.fewDelivered }
}
