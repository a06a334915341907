import VerificationCore

/// What was counted in the last half minute: it tells whether something is still so.
///
/// Counts know their minute and no second. But two looks at the same minutes tell what came between the looks.
package struct Lately: Sendable, Hashable {
    /// How far the two looks are apart at least: a process hands its counts over about every five seconds.
    package static let shortest = Duration.seconds(20)
    /// How far they are apart at most.
    package static let longest = Duration.seconds(45)

    /// How far the two looks are apart.
    package let span: Duration
    private let counts: [MinuteCounts.Key: Int]

    package init(_ counts: [MinuteCounts.Key: Int], span: Duration) {
        (self.counts, self.span) = (counts, span)
    }

    /// How often it happened; `name` as in `MinuteCounts.Key`.
    package subscript(_ kind: TallyKind, name: String = "") -> Int { counts[.init(kind, name)] ?? 0 }

    /// What came of a gateway's calls.
    package func calls(of gateway: String) -> CallCounts { CallCounts { self[$0, gateway] } }
}
