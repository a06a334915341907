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

    /// The SMS of each journey, by its number; more than two count as two.
    private var perJourney: [UInt8] = []

    package init() {}

    /// The next journey is sent; their numbers count from 0.
    package mutating func send() { perJourney.append(0) }

    /// The sandbox has an SMS for the phone with this number.
    ///
    /// `isOurs`: whether a phone that this load has not asked for cannot be another load's, nor its warm-up's.
    ///
    /// - Returns: whether it belongs to a journey of this load.
    package mutating func take(_ number: Int, isOurs: Bool) -> Bool {
        guard perJourney.indices.contains(number) else {
            if isOurs { unexpected += 1 }
            return false
        }
        messages += 1
        if perJourney[number] == 1 { doubled += 1 }
        perJourney[number] = min(2, perJourney[number] + 1)
        return true
    }

    /// Whether a journey of this load has no SMS.
    package func isSilent(_ number: Int) -> Bool { perJourney[number] == 0 }

    /// What is wrong; empty when each accepted request got one SMS.
    package var complaints: [String] {
        [
            ("requests lost: accepted, without an SMS and without an end", lost),
            ("phones with more than one SMS", doubled),
            ("SMS that no request asked for", unexpected),
        ].compactMap { complaint($0, found: $1) }
    }
}
