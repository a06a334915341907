/// The sums of everything that has the same text in a dimension.
package struct TallySum: Sendable, Hashable {
    /// For example `DE` for a region; empty for counts to which the dimension does not apply.
    package let name: String
    /// A kind without an event is not there.
    package let counts: [TallyKind: Int]

    package init(name: String, counts: [TallyKind: Int]) {
        self.name = name
        self.counts = counts
    }
}

extension [TallySum] {
    /// Sums by reason as times, for kinds whose reason is a `TimeBucket`; other reasons are left out.
    package func times(of kind: TallyKind) -> [TimeBucket: Int] {
        var times: [TimeBucket: Int] = [:]
        for sum in self {
            if let bucket = TimeBucket(word: sum.name), let count = sum.counts[kind] { times[bucket] = count }
        }
        return times
    }
}
