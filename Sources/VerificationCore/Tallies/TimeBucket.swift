/// A range of times in which times are counted, instead of each by itself.
package struct TimeBucket: Sendable, Hashable, Comparable {
    /// The longest time of each bucket but the last.
    private static let bounds = [
        5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 120_000, 180_000, 300_000,
        600_000, 1_800_000,
    ].map(Duration.milliseconds)
    private static let words = [
        "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10", "30", "60", "120", "180", "300",
        "600", "1800", "longer",
    ]

    package static let all = words.indices.map(TimeBucket.init(place:))

    private let place: Int

    private init(place: Int) { self.place = place }

    /// The bucket of a time; a negative time, of clocks that differ, is in the first.
    package init(_ time: Duration) {
        place = Self.bounds.firstIndex { time <= $0 } ?? Self.bounds.count
    }

    /// Reads the text of a bucket.
    package init?(word: String) {
        guard let place = Self.words.firstIndex(of: word) else { return nil }
        self.place = place
    }

    /// The longest time of the bucket in seconds, for example `0.25`; `longer` for the last.
    package var word: String { Self.words[place] }

    /// The longest time of the bucket; nil for the last, which has no end.
    package var longest: Duration? { place < Self.bounds.count ? Self.bounds[place] : nil }

    package static func < (left: TimeBucket, right: TimeBucket) -> Bool { left.place < right.place }
}

extension [String: TallySeries] {
    /// The times at each point of series by reason, for kinds whose reason is a `TimeBucket`; other reasons are left out.
    package func times(of kind: TallyKind) -> [[TimeBucket: Int]] {
        let length = values.first?.counts[kind]?.count ?? 0
        var times = Array(repeating: [TimeBucket: Int](), count: length)
        for (reason, series) in self {
            guard let bucket = TimeBucket(word: reason) else { continue }
            for (place, count) in (series.counts[kind] ?? []).enumerated() where count > 0 {
                times[place][bucket] = count
            }
        }
        return times
    }
}

extension [TimeBucket: Int] {
    /// The bucket that holds the given share's time: with 0.95, 95 of 100 times are in it or in shorter buckets.
    ///
    /// Nil without any time.
    package func quantile(_ share: Double) -> TimeBucket? {
        let total = values.reduce(0, +)
        guard total > 0 else { return nil }
        var left = share * Double(total)
        for bucket in keys.sorted() {
            left -= Double(self[bucket] ?? 0)
            if left <= 0 { return bucket }
        }
        return keys.max()
    }
}
