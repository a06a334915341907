/// What a batch knows of the limits that many phones share, and what its decisions add to them.
///
/// The additions are kept apart, because a store adds them to rows that may have changed since they were read; the row
/// itself says whether it admits as many.
package struct SharedCounts: Sendable, Hashable {
    /// As they were loaded, with everything that was decided since.
    package private(set) var counts: [LimitKey: SlotCounts]
    /// What was decided since.
    package private(set) var additions: [LimitKey: [Addition]] = [:]

    /// What decisions add to one window.
    package struct Addition: Sendable, Hashable {
        package let seconds: Int
        /// The most events that may count afterwards; nil where events were only taken back.
        package var most: Int?
        /// Those of an event that is taken back are negative.
        package var slots: [Slot] = []
    }

    package init(_ counts: [LimitKey: SlotCounts] = [:]) {
        self.counts = counts
    }

    /// The limit that makes the next event wait longest, and until when; nil when all admit it now.
    package func wait(for limit: SharedLimit, at now: Timestamp) -> (limit: RateLimit, until: Timestamp)? {
        counts[limit.key]?.wait(for: limit.windows, at: now)
    }

    /// Counts an event that was admitted.
    package mutating func count(_ limit: SharedLimit, at now: Timestamp) {
        counts[limit.key, default: SlotCounts()].count(in: limit.windows, at: now)
        for window in limit.windows.strictest { add(window, of: limit.key, at: now, events: 1) }
    }

    /// Takes an event back that was counted at `moment`.
    package mutating func takeBack(_ limit: SharedLimit, countedAt moment: Timestamp) {
        counts[limit.key]?.takeBack(in: limit.windows, countedAt: moment)
        for window in limit.windows.strictest { add(window, of: limit.key, at: moment, events: -1) }
    }

    private mutating func add(_ window: RateLimit, of key: LimitKey, at moment: Timestamp, events: Int) {
        var mine = additions[key] ?? []
        let place = mine.firstIndex { $0.seconds == window.seconds } ?? mine.endIndex
        if place == mine.endIndex { mine.append(Addition(seconds: window.seconds)) }
        mine[place].slots.add(Slot(seconds: window.seconds, at: moment, events: events))
        // Where a batch knows two settings of an app, each event was admitted by its own.
        if events > 0 { mine[place].most = max(mine[place].most ?? 0, window.count) }
        additions[key] = mine
    }
}
