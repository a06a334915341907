/// A sixtieth of a window, and how many events it has had.
///
/// For example a window of 600 seconds has slots of 10 seconds.
package struct Slot: Sendable, Hashable {
    /// The window's length, not the slot's.
    package let seconds: Int
    /// How many slots of this length had passed since 1970 when it began.
    package let number: Int64
    package var events: Int

    /// The slot in which a moment lies.
    package init(seconds: Int, at moment: Timestamp, events: Int) {
        self.seconds = max(1, seconds)
        let length = Self.length(of: self.seconds)
        number = moment.microseconds / length - (moment.microseconds % length < 0 ? 1 : 0)
        self.events = events
    }

    /// A slot as the store kept it; nil for numbers that no event can have left.
    package init?(seconds: Int64, number: Int64, events: Int64) {
        let longest = Int64(Int32.max)
        guard (1...longest).contains(seconds), (1...longest).contains(events),
            (0...Int64.max / 2 / Self.length(of: Int(seconds))).contains(number)
        else { return nil }
        self.seconds = Int(seconds)
        self.number = number
        self.events = Int(events)
    }

    /// When the whole slot has left the window.
    package var endsToCountAt: Timestamp { Timestamp(microseconds: (number + 61) * Self.length(of: seconds)) }

    func isSame(as other: Slot) -> Bool { seconds == other.seconds && number == other.number }

    /// The slot's length in microseconds, rounded up, because 60 slots must not be shorter than the window.
    private static func length(of seconds: Int) -> Int64 { (Int64(seconds) * 1_000_000 + 59) / 60 }
}

extension [Slot] {
    /// Adds the slot's events to the same slot, or puts the slot in its place.
    mutating func add(_ slot: Slot) {
        if let place = firstIndex(where: { $0.isSame(as: slot) }) {
            self[place].events += slot.events
        } else {
            let later = firstIndex { ($0.seconds, $0.number) > (slot.seconds, slot.number) } ?? endIndex
            insert(slot, at: later)
        }
    }
}
