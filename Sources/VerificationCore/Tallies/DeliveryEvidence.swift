/// What a gateway delivered in some minutes, beside what others delivered of messages to the same regions.
///
/// A region is compared with itself alone, because networks differ more than gateways do: a gateway for a country where half
/// of the messages arrive is as good as the others there.
struct DeliveryEvidence: Hashable {
    /// A gateway's messages to a region.
    struct Sum: Hashable {
        var awaited = 0
        var delivered = 0

        /// A receipt may be of a message that is not among those awaited; it speaks for no other message.
        var clipped: Sum { Sum(awaited: awaited, delivered: min(awaited, delivered)) }

        static func + (left: Sum, right: Sum) -> Sum {
            Sum(awaited: left.awaited + right.awaited, delivered: left.delivered + right.delivered)
        }

        static func - (left: Sum, right: Sum) -> Sum {
            Sum(awaited: left.awaited - right.awaited, delivered: left.delivered - right.delivered)
        }
    }

    /// Fewer messages prove nothing; what more messages prove, `deviations` decides.
    private static let leastMessages = 10
    /// With fewer messages of others to a region there is nothing to compare with.
    private static let leastOfOthers = 10
    /// A difference by chance is this large about once in 4,000 times.
    private static let deviations = 3.5
    /// A smaller difference is not worth a change.
    private static let leastShortfall = 0.1

    /// The share of its messages that arrived.
    let own: Double
    /// The share that would have arrived by the others.
    let others: Double
    private let messages: Double
    /// Of the difference between what arrived and what would have arrived.
    private let variance: Double

    /// Nil where the messages are too few.
    ///
    /// - Parameters:
    ///   - own: the gateway's sums by region, clipped.
    ///   - all: the sums of all gateways by region, its own among them, each clipped before.
    init?(_ own: [String: Sum], among all: [String: Sum]) {
        var (messages, delivered, expected, variance) = (0.0, 0.0, 0.0, 0.0)
        // In the same order in every process, so that rounding is the same too.
        for (region, sum) in own.sorted(by: { $0.key < $1.key }) {
            let rest = (all[region] ?? sum) - sum
            guard sum.awaited > 0, rest.awaited >= Self.leastOfOthers else { continue }
            let count = Double(sum.awaited)
            // As if two more messages had been sent and one had arrived, so that no share is certain.
            let share = Double(rest.delivered + 1) / Double(rest.awaited + 2)
            messages += count
            delivered += Double(sum.delivered)
            expected += count * share
            variance += count * share * (1 - share) * (1 + count / Double(rest.awaited))
        }
        guard messages >= Double(Self.leastMessages) else { return nil }
        (self.own, others) = (delivered / messages, expected / messages)
        (self.messages, self.variance) = (messages, variance)
    }

    /// Whether it delivers so much less that neither chance nor a small difference explains it.
    var isWorse: Bool {
        let shortfall = others - own
        return shortfall >= Self.leastShortfall && shortfall * messages > Self.deviations * variance.squareRoot()
    }

    /// Its share beside that of the others, in percent.
    var percent: Int { Int((own / others * 100).rounded()) }
}
