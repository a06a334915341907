import VerificationCore

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
