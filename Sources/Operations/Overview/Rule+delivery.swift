import VerificationCore

/// The rule about gateways that take messages and do not deliver them.
extension Rule {
    /// Names the gateway that keeps the most messages from people.
    ///
    /// A receipt is a provider's word and no proof, and receipts may be lost on their way. So it is no outage by itself.
    func deliversLittle(_ situation: Situation) -> Judgement.Finding? {
        guard let counts = situation.counts.current else { return nil }
        let before = Dictionary(counts.deliveriesWeekBefore.map { ($0.name, $0.counts) }) { first, _ in first }
        let accused = counts.deliveries.compactMap { sum -> Deliveries? in
            let usual = Deliveries(of: sum.name, before[sum.name] ?? [:])
            let now = Deliveries(of: sum.name, sum.counts)
            return now.areFew && !usual.areFew ? now : nil
        }
        guard let worst = accused.max(by: { $0.missing < $1.missing }) else { return nil }
        return Judgement.Finding(
            .degraded, self,
            "Messages do not arrive: gateway \(worst.gateway) takes them, and calls \(Limits.percent(worst.share)) delivered.",
            measure: "\(worst.delivered) of \(worst.taken) messages of \(Counts.deliveryMinutes) min delivered, "
                + "\(Limits.percent(Limits.fewDelivered)) is the least",
            subjects: Set(accused.map(\.gateway)))
    }

    /// What a gateway that reports delivery made of its messages.
    private struct Deliveries {
        let gateway: String
        let taken: Int
        let delivered: Int

        init(of gateway: String, _ counts: [TallyKind: Int]) {
            self.gateway = gateway
            taken = counts[.awaited] ?? 0
            delivered = min(taken, counts[.delivered] ?? 0)
        }

        var missing: Int { taken - delivered }
        var share: Double { taken == 0 ? 0 : Double(delivered) / Double(taken) }
        var areFew: Bool {
            taken >= (delivered == 0 ? Limits.leastLost : Limits.leastReceipts) && share < Limits.fewDelivered
        }
    }
}
