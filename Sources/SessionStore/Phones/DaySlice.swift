import VerificationCore

/// Ids of some days in a row, newest first: what one statement of a search through all days looks at.
///
/// A statement locks what it searches. A year at once, several times, is more than PostgreSQL has room for.
struct DaySlice: Sendable, Hashable {
    private static let days = 32

    let from: VerificationID
    let before: VerificationID

    /// All days, or the days that hold ids before `end`.
    ///
    /// - Parameters:
    ///   - end: no id from here on is looked for; nil for no end.
    ///   - oldest: the first day that has a partition of its own; what is older is looked at together.
    ///   - now: the store's time.
    /// - Returns: slices without gaps, newest first.
    static func all(before end: VerificationID?, oldest: Timestamp, now: Timestamp) -> [DaySlice] {
        var before = end ?? VerificationID(high: .max, low: .max)
        // From tomorrow on there is hardly anything.
        var day = min(before.madeAt, now + .seconds(86_400))
        var slices: [DaySlice] = []
        while true {
            day = day + .seconds(-86_400 * days)
            let from = day > oldest ? VerificationID(dayOf: day) : VerificationID(high: 0, low: 0)
            slices.append(DaySlice(from: from, before: before))
            guard day > oldest else { return slices }
            before = from
        }
    }
}

extension VerificationID {
    /// The smallest id of a day.
    init(dayOf moment: Timestamp) {
        let day = moment.microseconds / 86_400_000_000
        self.init(high: UInt64(max(0, day)) * 86_400_000 << 16, low: 0)
    }
}
