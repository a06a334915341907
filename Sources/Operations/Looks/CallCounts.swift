import VerificationCore

/// What came of a gateway's calls.
package struct CallCounts: Sendable, Hashable {
    /// The kinds of which it is made.
    package static let kinds: Set<TallyKind> = [.callAccepted, .callRefused, .callThrottled, .callUnknown]

    package let accepted: Int
    /// Refused, throttled, or of unknown end.
    package let failed: Int

    package init(accepted: Int, failed: Int) {
        (self.accepted, self.failed) = (accepted, failed)
    }

    package init(_ counts: [TallyKind: Int]) {
        accepted = counts[.callAccepted] ?? 0
        failed = [.callRefused, .callThrottled, .callUnknown].reduce(0) { $0 + (counts[$1] ?? 0) }
    }

    package var all: Int { accepted + failed }

    /// The share of the failed, from 0 to 1; 0 without calls.
    package var failedShare: Double { all == 0 ? 0 : Double(failed) / Double(all) }
}
