/// Adapts the weights of gateways to how many of their messages arrive, in the routes that learn.
///
/// The result is a function of counts that all processes read in the database, so every worker and every page comes to the
/// same shares, and a restart forgets nothing. It goes through the last minutes step by step:
/// - A gateway that delivers clearly less than the others loses weight, down to the part that it delivers of what others do.
/// - It keeps `LearnedShare.least`, and never has more than its whole weight.
/// - A change smaller than `hysteresis` is not made.
/// - When its messages arrive again, it comes back slowly; while they are too few to tell, it comes back very slowly.
package enum RouteLearning {
    /// The number of minutes whose counts show what a gateway delivers.
    static let window = 10
    /// How many of the newest minutes it does not judge yet, because receipts take their time.
    static let patience = 2
    /// How many steps lead to the present share, one for each minute; a gateway needs no more to come back from the least.
    static let steps = 90
    /// The most that a gateway loses in a step, gets back in a step, and gets back unseen, in percent of its weight.
    private static let (down, up, unseen) = (30, 5, 1)
    private static let hysteresis = 10

    /// The minutes whose counts `shares` needs.
    package static func span(at minute: Minute) -> Range<Minute> {
        minute - (steps - 1) - patience - window..<minute - patience
    }

    /// What gateways keep of their weights in the present minute.
    ///
    /// - Parameters:
    ///   - counts: of `span(at: minute)`, in any order.
    ///   - minute: the present minute, which is not over.
    /// - Returns: the gateways that have less than their whole weight.
    package static func shares(_ counts: [DeliveryCount], at minute: Minute) -> [String: LearnedShare] {
        let minutes = Dictionary(grouping: counts, by: \.minute)
        var sums: [String: [String: DeliveryEvidence.Sum]] = [:]
        var shares: [String: LearnedShare] = [:]
        func move(_ minute: Minute, _ change: (DeliveryEvidence.Sum, DeliveryEvidence.Sum) -> DeliveryEvidence.Sum) {
            for count in minutes[minute] ?? [] {
                let sum = sums[count.gateway, default: [:]][count.region] ?? DeliveryEvidence.Sum()
                let part = DeliveryEvidence.Sum(awaited: count.awaited, delivered: count.delivered)
                sums[count.gateway, default: [:]][count.region] = change(sum, part)
            }
        }
        let first = span(at: minute).lowerBound
        for place in 0..<window - 1 { move(first + place, +) }
        for step in 0..<steps {
            move(first + (step + window - 1), +)
            if step > 0 { move(first + (step - 1), -) }
            let clipped = sums.mapValues { $0.mapValues(\.clipped) }
            var all: [String: DeliveryEvidence.Sum] = [:]
            for regions in clipped.values { all.merge(regions, uniquingKeysWith: +) }
            for (gateway, regions) in clipped {
                shares[gateway] = next(after: shares[gateway], DeliveryEvidence(regions, among: all))
            }
        }
        return shares
    }

    /// A gateway's share a minute later; nil for the whole.
    static func next(after share: LearnedShare?, _ evidence: DeliveryEvidence?) -> LearnedShare? {
        let percent = share?.percent ?? LearnedShare.whole
        guard let evidence else { return part(percent + unseen, because: .tooFew) }
        guard evidence.isWorse else { return part(percent + up, because: .comesBack) }
        let reason = LearnedShare.Reason.deliversLess(own: evidence.own, others: evidence.others)
        let wanted = max(LearnedShare.least, evidence.percent)
        if wanted < percent - hysteresis { return part(max(wanted, percent - down), because: reason) }
        if wanted > percent + hysteresis { return part(percent + up, because: reason) }
        return part(percent, because: reason)
    }

    private static func part(_ percent: Int, because reason: LearnedShare.Reason) -> LearnedShare? {
        percent >= LearnedShare.whole ? nil : LearnedShare(percent: percent, reason: reason)
    }
}

/// What a gateway that reports delivery made of the first messages to a region, of verifications that began in a minute.
package struct DeliveryCount: Sendable, Hashable {
    package let minute: Minute
    package let gateway: String
    package let region: String
    /// The messages that it took.
    package let awaited: Int
    /// The messages that arrived.
    package let delivered: Int

    package init(minute: Minute, gateway: String, region: String, awaited: Int, delivered: Int) {
        self.minute = minute
        self.gateway = gateway
        self.region = region
        self.awaited = awaited
        self.delivered = delivered
    }
}
