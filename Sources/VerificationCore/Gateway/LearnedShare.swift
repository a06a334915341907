/// The part of its weight that a gateway keeps in the routes that learn, and why it is not the whole.
package struct LearnedShare: Sendable, Hashable {
    /// Why a gateway has less than its whole weight.
    package enum Reason: Sendable, Hashable {
        /// Shares of messages that were delivered: its own, and what other gateways made of messages to the same regions.
        case deliversLess(own: Double, others: Double)
        /// Its messages arrive like those of the others.
        case comesBack
        /// Its messages, or those of the others to the same regions, are too few to tell.
        case tooFew
    }

    /// The whole weight, which the settings say.
    package static let whole = 100
    /// The percentage that every gateway keeps: without messages the workers could not see that it delivers again.
    package static let least = 10

    /// From `least` to `whole`.
    package let percent: Int
    package let reason: Reason

    package init(percent: Int, reason: Reason) {
        self.percent = min(max(percent, Self.least), Self.whole)
        self.reason = reason
    }

    /// For an operator's pages, for example `delivers 12 %, the others 91 %`.
    package var words: String {
        switch reason {
        case .deliversLess(let own, let others): "delivers \(Self.percent(own)), the others \(Self.percent(others))"
        case .comesBack: "comes back to its weight"
        case .tooFew: "too few messages to tell"
        }
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
