/// The count at the sandbox: which journeys got no SMS, more than one, or one that no request asked for.
package struct JourneyLedger: Sendable, Hashable {
    /// Requests that were answered with 202.
    package var accepted = 0
    /// SMS for the phones of this load.
    package var messages = 0
    /// Accepted requests without an SMS, whose verifications have not ended either.
    package var lost = 0
    /// Accepted requests without an SMS whose verifications have ended, for example at a limit.
    package var ended = 0
    /// Phones with more than one SMS; the load asks for no second.
    package var doubled = 0
    /// SMS for phones that this load has not asked for.
    package var unexpected = 0

    package init() {}

    /// What is wrong; empty when each accepted request got one SMS.
    package var complaints: [String] {
        [
            ("requests lost: accepted, without an SMS and without an end", lost),
            ("phones with more than one SMS", doubled),
            ("SMS that no request asked for", unexpected),
        ].compactMap { complaint($0, found: $1) }
    }
}
