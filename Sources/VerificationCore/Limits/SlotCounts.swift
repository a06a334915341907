/// How many events a phone, an address, a prefix or an app has had, in each slot of each window.
///
/// A window is cut into 60 slots, and empty slots are left out. An event counts in the slot of its moment. It stops
/// counting when this whole slot has left the window. So a limit never admits more than its number in any window. A
/// share comes back late, but by a slot at most.
///
/// For example at most 3 events in 60 seconds, so that a slot is 1 second long:
///
///     second   what happens                          counts afterwards
///      10.2    a send: admitted                      10: 1
///      10.9    a send: admitted                      10: 2
///      30.5    a send: admitted                      10: 2, 30: 1
///      70.9    a send: refused, wait until 71.0      10: 2, 30: 1    (slot 10 ends at 11.0, 60 s before 71.0)
///      71.0    a send: admitted                      30: 1, 71: 1
///      75.0    the send of 30.5 did not happen       71: 1
package struct SlotCounts: Sendable, Hashable {
    /// In the order of the windows' lengths, then of time.
    package private(set) var slots: [Slot]

    package init(_ slots: [Slot] = []) {
        self.slots = slots
    }

    /// Takes in slots that are not in it yet, of any window.
    mutating func add(_ others: [Slot]) {
        for slot in others { slots.add(slot) }
    }

    /// The limit that makes the next event wait longest, and until when; nil when all limits admit it now.
    package func wait(for limits: [RateLimit], at now: Timestamp) -> (limit: RateLimit, until: Timestamp)? {
        var longest: (limit: RateLimit, until: Timestamp)?
        for limit in limits {
            guard let until = wait(for: limit, at: now), until > longest?.until ?? now else { continue }
            longest = (limit, until)
        }
        return longest
    }

    /// How many more events the limit would admit at `now`.
    package func remaining(of limit: RateLimit, at now: Timestamp) -> Int {
        max(0, limit.count - used(of: limit, at: now))
    }

    /// How many events count in the limit's window at `now`.
    package func used(of limit: RateLimit, at now: Timestamp) -> Int {
        counted(in: limit.seconds, at: now).reduce(0) { $0 + $1.events }
    }

    /// When the limit admits more than at `now`; nil when nothing counts in its window.
    package func moreAt(_ limit: RateLimit, at now: Timestamp) -> Timestamp? {
        counted(in: limit.seconds, at: now).first?.endsToCountAt
    }

    /// When everything that counts in the limit's window at `now` has left it; nil when nothing counts.
    package func freeAt(_ limit: RateLimit, at now: Timestamp) -> Timestamp? {
        counted(in: limit.seconds, at: now).map(\.endsToCountAt).max()
    }

    /// Counts events at `now` in each window.
    package mutating func count(_ events: Int = 1, in limits: [RateLimit], at now: Timestamp) {
        slots.removeAll { $0.endsToCountAt <= now }
        for limit in limits.strictest { slots.add(Slot(seconds: limit.seconds, at: now, events: events)) }
    }

    /// Takes an event back that was counted at `moment`: it did not happen.
    package mutating func takeBack(in limits: [RateLimit], countedAt moment: Timestamp) {
        for limit in limits.strictest {
            let slot = Slot(seconds: limit.seconds, at: moment, events: -1)
            if slots.contains(where: { $0.isSame(as: slot) }) { slots.add(slot) }
        }
        slots.removeAll { $0.events <= 0 }
    }

    /// When its last event stops counting; nil when it has no events.
    package var endsToCountAt: Timestamp? { slots.map(\.endsToCountAt).max() }

    private func wait(for limit: RateLimit, at now: Timestamp) -> Timestamp? {
        let counted = counted(in: limit.seconds, at: now)
        var events = counted.reduce(0) { $0 + $1.events }
        // One slot after the other leaves the window, until there is room.
        var leaving = counted.makeIterator()
        var until: Timestamp?
        while events >= limit.count, let slot = leaving.next() {
            events -= slot.events
            until = slot.endsToCountAt
        }
        return until
    }

    private func counted(in seconds: Int, at now: Timestamp) -> some Collection<Slot> {
        slots.lazy.filter { $0.seconds == seconds && $0.endsToCountAt > now }
    }
}

extension [RateLimit] {
    /// The strictest limit of each length, because windows of the same length share their counts.
    package var strictest: [RateLimit] {
        guard count > 1 else { return self }
        let byLength = Dictionary(map { ($0.seconds, $0) }) { $0.count < $1.count ? $0 : $1 }
        return byLength.count == count ? self : Array(byLength.values)
    }
}
