/// A minute of UTC, counted from 1970-01-01T00:00Z.
package struct Minute: Sendable, Hashable, Comparable {
    package let number: Int64

    package init(number: Int64) { self.number = number }

    /// The minute in which the moment lies.
    package init(_ moment: Timestamp) {
        // Not rounded towards zero, so that a moment before 1970 lies after the beginning of its minute as well.
        let (whole, rest) = moment.microseconds.quotientAndRemainder(dividingBy: 60_000_000)
        number = rest < 0 ? whole - 1 : whole
    }

    package var beginning: Timestamp { Timestamp(seconds: number * 60) }

    package static func < (left: Minute, right: Minute) -> Bool { left.number < right.number }

    package static func + (minute: Minute, count: Int) -> Minute { Minute(number: minute.number + Int64(count)) }

    package static func - (minute: Minute, count: Int) -> Minute { minute + -count }

    /// How many minutes `minute` lies after `earlier`.
    package static func - (minute: Minute, earlier: Minute) -> Int { Int(minute.number - earlier.number) }
}
