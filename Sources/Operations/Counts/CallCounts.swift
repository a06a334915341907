import VerificationCore

/// The outcomes of a gateway's calls.
package struct CallCounts: Sendable, Hashable {
    /// The kinds of tally that it adds up.
    package static let kinds: Set<TallyKind> = [.callAccepted, .callRefused, .callThrottled, .callUnknown]

    package let accepted: Int
    /// Refused, throttled, or of unknown end.
    package let failed: Int
    /// The failed calls in which the provider was busy.
    package let throttled: Int
    /// The failed calls after which nobody knows whether the message left; no other gateway sends it by itself.
    package let unknown: Int

    package init(accepted: Int, failed: Int, throttled: Int = 0, unknown: Int = 0) {
        (self.accepted, self.failed, self.throttled, self.unknown) = (accepted, failed, throttled, unknown)
    }

    /// `count`: how many calls of a kind there were.
    package init(_ count: (TallyKind) -> Int) {
        (accepted, throttled, unknown) = (count(.callAccepted), count(.callThrottled), count(.callUnknown))
        failed = count(.callRefused) + throttled + unknown
    }

    package var all: Int { accepted + failed }

    /// Whether most of the failed calls met a busy provider.
    package var isBusy: Bool { throttled * 2 > failed }

    /// The share of the failed, from 0 to 1; 0 without calls.
    package var failedShare: Double { share(failed) }

    /// The share of those of unknown end, from 0 to 1; 0 without calls.
    package var unknownShare: Double { share(unknown) }

    private func share(_ part: Int) -> Double { all == 0 ? 0 : Double(part) / Double(all) }
}
