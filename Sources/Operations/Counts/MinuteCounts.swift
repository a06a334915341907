import VerificationCore

/// What was counted in the present minute and in the minute before, apart.
package struct MinuteCounts: Sendable, Hashable {
    /// What is counted, and for which gateway, app or region.
    package struct Key: Sendable, Hashable {
        let kind: TallyKind
        /// A gateway's name for its calls, an app's for its events, a region's for requests; empty for all together.
        let name: String

        package init(_ kind: TallyKind, name: String = "") { (self.kind, self.name) = (kind, name) }
    }

    /// The minute that is not over.
    package let minute: Minute
    private let present: [Key: Int]
    private let before: [Key: Int]

    package init(_ minute: Minute, present: [Key: Int] = [:], before: [Key: Int] = [:]) {
        (self.minute, self.present, self.before) = (minute, present, before)
    }

    /// How often it happened in both minutes; `name` as in `Key`.
    package subscript(_ kind: TallyKind, name: String = "") -> Int {
        let key = Key(kind, name: name)
        return (present[key] ?? 0) + (before[key] ?? 0)
    }

    /// What came of a gateway's calls in both minutes.
    package func calls(of gateway: String) -> CallCounts { CallCounts { self[$0, gateway] } }

    /// What was counted after an earlier look; nil when that was before the minute before.
    package func since(_ earlier: MinuteCounts) -> [Key: Int]? {
        guard earlier.minute == minute || earlier.minute + 1 == minute else { return nil }
        let known = earlier.minute == minute ? earlier.present : [:]
        let knownBefore = earlier.minute == minute ? earlier.before : earlier.present
        var counts = present
        counts.merge(before) { $0 + $1 }
        for (key, count) in known.merging(knownBefore, uniquingKeysWith: +) { counts[key, default: 0] -= count }
        return counts.filter { $0.value > 0 }
    }
}

/// What was counted in the last half minute: it shows whether something is still so.
///
/// Counts know their minute and no second. But the difference of two looks at the same minutes shows what came between
/// the looks.
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
    package subscript(_ kind: TallyKind, name: String = "") -> Int { counts[.init(kind, name: name)] ?? 0 }

    /// What came of a gateway's calls.
    package func calls(of gateway: String) -> CallCounts { CallCounts { self[$0, gateway] } }
}
