import VerificationCore

/// What looks have shown that the counts of a few minutes cannot tell: what has ended, and what has not.
package struct CountMemory: Sendable, Hashable {
    /// The gateways that have been seen to work, and whose calls have not failed since.
    ///
    /// Without them an old fault would come back as soon as a gateway gets few calls, for example while a queue is paused.
    package internal(set) var mended: Set<String>
    /// The gateways that were seen to fail, with the last calls that showed it; no gateway of them was seen to work since.
    ///
    /// A gateway that throttles is called ever more rarely, so the newest counts stop to show what is still so.
    package internal(set) var accused: [String: FailedCalls]
    /// When the endpoint of an app was seen to fail last; the app has got no event since.
    ///
    /// Its next try may be an hour away, and meanwhile nothing is counted.
    package internal(set) var untold: [String: Timestamp]
    /// What limits and rules hold of the requests, as the counts showed it last; by region, with an empty name for all.
    package internal(set) var held: [String: HeldRequests]
    /// The places of `held` where hardly anything has been held since.
    package internal(set) var released: Set<String>
    /// Whether a look has known the counts of the last half minute; then the counts of whole minutes are older than
    /// these.
    package internal(set) var hasToldOfLate = false
    /// When it last learned from a look.
    var lookedAt: Timestamp?

    package init(
        mended: Set<String> = [], accused: [String: FailedCalls] = [:], untold: [String: Timestamp] = [:],
        held: [String: HeldRequests] = [:], released: Set<String> = []
    ) {
        (self.mended, self.accused, self.untold, self.held, self.released) = (mended, accused, untold, held, released)
    }
}

/// Calls that showed of a gateway that it fails.
package struct FailedCalls: Sendable, Hashable {
    package let calls: CallCounts
    /// The span of the calls, for example `25 s until 03:05:20 UTC`.
    package let within: String
    /// Whether so many failed that the gateway sends next to nothing.
    package let isGrave: Bool

    package init(_ calls: CallCounts, within: String, isGrave: Bool) {
        (self.calls, self.within, self.isGrave) = (calls, within, isGrave)
    }
}
