/// What a worker tells all workers of a gateway's breaker.
///
/// Workers read notices late, and in any order. So `isNewer` decides which of two notices counts, the same for all
/// workers and for the registry.
package struct BreakerNotice: Sendable, Hashable {
    /// Whether the opening lasts.
    package enum State: String, Sendable, Hashable, CaseIterable {
        case closed, open
    }

    /// The gateway's name.
    package let gateway: String
    /// Counts the openings of this gateway's breaker, from 1.
    package let generation: Int
    package let state: State
    /// How long it stays open from now; zero when it is closed, or when the time is over.
    package let remaining: Duration
    /// Why it opened, for example `half-failed`; a stable word of at most 40 bytes, see `BreakerReason`.
    package let reason: String

    package init(gateway: String, generation: Int, state: State, remaining: Duration, reason: String) {
        self.gateway = gateway
        self.generation = generation
        self.state = state
        self.remaining = remaining
        self.reason = reason
    }

    /// Whether this notice replaces another of the same gateway.
    ///
    /// A later opening replaces an earlier opening and its end. The end of an opening replaces the opening, and never
    /// the other way round. So a notice that comes late does not open again what has closed since.
    ///
    /// - Two workers that open at the same time make the same generation: the notice that came first stays.
    /// - Two workers that close at the same time say the same.
    /// - When a trial call succeeds at a worker, and fails at another at the same time, the second worker makes a new
    ///   generation. So the breaker is open for all, until the next trial call.
    package func isNewer(than other: BreakerNotice) -> Bool {
        (generation, state == .closed ? 1 : 0) > (other.generation, other.state == .closed ? 1 : 0)
    }
}
