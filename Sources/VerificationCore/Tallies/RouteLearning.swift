/// Lets the weights of gateways follow what became of their messages, in the routes that learn.
///
/// The result is a function of counts that all processes read in the database, so every worker and every page comes to the
/// same shares, and a restart forgets nothing. It goes through the last minutes step by step:
/// - A gateway that delivers clearly less than the others loses weight, down to the part that it delivers of what others do.
/// - It keeps `LearnedShare.least`, and never has more than its whole weight.
/// - A change smaller than `hysteresis` is not made.
/// - Without clear evidence against it, it comes back slowly.
package enum RouteLearning {
    /// How many minutes tell what a gateway delivers.
    static let window = 10
    /// For how many minutes nobody judges, because receipts take their time.
    static let patience = 2
    /// How many steps lead to the present share, one for each minute; a gateway needs fewer to come back from the least.
    static let steps = 40
    /// The most that a gateway loses in a step, and gets back in a step, in percent of its weight.
    private static let (down, up) = (30, 5)
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
            var all: [String: DeliveryEvidence.Sum] = [:]
            for regions in sums.values { all.merge(regions, uniquingKeysWith: +) }
            for (gateway, regions) in sums {
                shares[gateway] = next(after: shares[gateway], DeliveryEvidence(regions, among: all))
            }
        }
        return shares
    }

    /// A gateway's share a minute later; nil for the whole.
    static func next(after share: LearnedShare?, _ evidence: DeliveryEvidence?) -> LearnedShare? {
        let percent = share?.percent ?? LearnedShare.whole
        guard let evidence, evidence.isWorse else {
            return percent + up >= LearnedShare.whole
                ? nil : LearnedShare(percent: percent + up, reason: .comesBack)
        }
        let wanted = max(LearnedShare.least, evidence.percent)
        let kept =
            if wanted < percent - hysteresis { max(wanted, percent - down) } else if wanted > percent + hysteresis {
                percent + up
            } else { percent }
        return kept >= LearnedShare.whole
            ? nil : LearnedShare(percent: kept, reason: .deliversLess(own: evidence.own, others: evidence.others))
    }
}
