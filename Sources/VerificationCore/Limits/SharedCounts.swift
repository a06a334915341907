/// What a batch knows of the limits that many phones share, and what its decisions add to them.
///
/// The store adds the additions to rows that may have changed since they were read. So they are kept apart, and the row
/// itself says whether it still admits them.
package struct SharedCounts: Sendable, Hashable {
    /// What decisions add to one window.
    package struct Addition: Sendable, Hashable {
        package let key: LimitKey
        package let seconds: Int
        /// Whether the window had no row when the counts were loaded.
        package let isNew: Bool
        /// The most events that may count afterwards; nil where events were only taken back.
        package var most: Int?
        /// An event that was counted adds 1 to its slot; an event that was taken back adds -1.
        package var slots: [Slot] = []
    }

    fileprivate struct Limit: Sendable, Hashable {
        let key: LimitKey
        var counts = SlotCounts()
        /// The lengths of the windows that had rows.
        var loaded: [Int] = []
        var additions: [Addition] = []

        init(_ key: LimitKey) { self.key = key }
    }

    private var limits: [LimitKey: Limit] = [:]

    package init() {}

    /// Takes in the row of a window, as the store loaded it.
    package mutating func load(_ key: LimitKey, seconds: Int, slots: [Slot]) {
        limits[key, default: Limit(key)].load(seconds, slots: slots)
    }

    /// The counts of a limit: as the store loaded them, with everything that was decided since.
    package func counts(of key: LimitKey) -> SlotCounts { limits[key]?.counts ?? SlotCounts() }

    /// What was decided since, in locking order.
    package var additions: [Addition] {
        var changed: [LimitKey] = []
        for (key, limit) in limits where !limit.additions.isEmpty { changed.append(key) }
        return changed.sorted().flatMap { limits[$0]?.additions ?? [] }
    }

    /// The window that makes the next event wait longest, and until when; nil when all windows admit it now.
    package func wait(for limit: SharedLimit, at now: Timestamp) -> (limit: RateLimit, until: Timestamp)? {
        limits[limit.key]?.counts.wait(for: limit.windows, at: now)
    }

    /// Counts an event that was admitted.
    package mutating func count(_ limit: SharedLimit, at now: Timestamp) {
        limits[limit.key, default: Limit(limit.key)].count(in: limit.windows, at: now)
    }

    /// Takes an event back that was counted at `moment`.
    package mutating func takeBack(_ limit: SharedLimit, countedAt moment: Timestamp) {
        limits[limit.key, default: Limit(limit.key)].takeBack(in: limit.windows, countedAt: moment)
    }
}

extension SharedCounts.Limit {
    mutating func load(_ seconds: Int, slots: [Slot]) {
        loaded.append(seconds)
        counts.add(slots)
    }

    mutating func count(in windows: [RateLimit], at now: Timestamp) {
        counts.count(in: windows, at: now)
        for window in windows.strictest { add(1, to: window, at: now) }
    }

    mutating func takeBack(in windows: [RateLimit], countedAt moment: Timestamp) {
        counts.takeBack(in: windows, countedAt: moment)
        for window in windows.strictest { add(-1, to: window, at: moment) }
    }

    private mutating func add(_ events: Int, to window: RateLimit, at moment: Timestamp) {
        let place = additions.firstIndex { $0.seconds >= window.seconds } ?? additions.endIndex
        if place == additions.endIndex || additions[place].seconds != window.seconds {
            let isNew = !loaded.contains(window.seconds)
            additions.insert(SharedCounts.Addition(key: key, seconds: window.seconds, isNew: isNew), at: place)
        }
        additions[place].slots.add(Slot(seconds: window.seconds, at: moment, events: events))
        // When the app's settings change within a batch, each event was admitted by its own settings.
        if events > 0 { additions[place].most = max(additions[place].most ?? 0, window.count) }
    }
}
