import VerificationCore

/// How many messages waited along the time, and for how long.
package struct QueueHistory: Sendable {
    /// A window of time, point by point.
    package struct Series: Sendable, Hashable {
        package let beginning: Minute
        /// How many minutes a point sums up.
        package let step: Int
        package let length: Int
        /// By role, the most messages that were ready at a point; nil where no dashboard looked.
        package let ready: [QueueReport.Role: [Int?]]
        /// How long the oldest request waited at most.
        package let oldest: [Duration?]

        /// The sums of a store, and of minutes that no store has yet; of a point that both tell of the greatest counts.
        init(_ sums: [QueueSum], in span: Range<Minute>, step: Int) {
            let length = (span.upperBound - span.lowerBound) / step
            var ready: [QueueReport.Role: [Int?]] = [:]
            var oldest = [Duration?](repeating: nil, count: length)
            for sum in sums where span.contains(sum.beginning) {
                let place = (sum.beginning - span.lowerBound) / step
                guard oldest.indices.contains(place) else { continue }
                var values = ready[sum.role] ?? Array(repeating: nil, count: length)
                values[place] = max(values[place] ?? 0, sum.ready)
                ready[sum.role] = values
                if sum.role == .requests { oldest[place] = [oldest[place], sum.oldest].compactMap { $0 }.max() }
            }
            (self.ready, self.oldest) = (ready, oldest)
            (beginning, self.step, self.length) = (span.lowerBound, step, length)
        }
    }

    /// The present minute is the last, and is not over.
    package let series: KeyedCachedQuery<TallyWindow, Series>

    /// - Parameters:
    ///   - store: where samples are kept.
    ///   - pending: what this process has seen and the store does not have yet.
    ///   - now: the store's clock, as far as this process knows it.
    package init(
        _ store: any QueueSampleStore, pending: @escaping @Sendable () -> [QueueSum] = { [] },
        now: @escaping @Sendable () -> Timestamp
    ) {
        series = KeyedCachedQuery(freshness: .seconds(5), now: now) { window in
            let span = window.span(at: now())
            // Before the store is asked: what the store gets meanwhile is in one of them at least.
            let unkept = pending()
            let kept = try await store.sums(in: span, step: window.step)
            return Series(kept + unkept, in: span, step: window.step)
        }
    }
}
