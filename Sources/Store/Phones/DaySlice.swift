import VerificationCore

/// The ids of some days in a row: the part of a search through all days that a single statement looks at.
///
/// A statement locks each partition that it searches. A few statements that each search a year at once would need more
/// locks than PostgreSQL has room for.
struct DaySlice: Sendable, Hashable {
    private static let days = 32

    let from: VerificationID
    let before: VerificationID

    /// Cuts all days, or the days that hold ids before `end`, into slices.
    ///
    /// - Parameters:
    ///   - end: the search looks for ids below this id only; nil for all ids.
    ///   - oldest: the first day that has a partition of its own; the last slice holds all older ids together.
    ///   - now: the store's time.
    /// - Returns: slices without gaps, newest first.
    static func all(before end: VerificationID?, oldest: Timestamp, now: Timestamp) -> [DaySlice] {
        var before = end ?? VerificationID(high: .max, low: .max)
        // The rules refuse ids of more than a day ahead, so the first slice counts its days back from tomorrow.
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

extension DaySlice {
    /// The slices of these ids alone, newest first.
    static func all(
        in ids: Range<VerificationID>, oldest: Timestamp, now: Timestamp
    ) -> [DaySlice] {
        all(before: ids.upperBound, oldest: oldest, now: now).compactMap { slice in
            guard slice.before > ids.lowerBound else { return nil }
            return DaySlice(from: max(slice.from, ids.lowerBound), before: slice.before)
        }
    }
}

extension VerificationID {
    /// The smallest id of the moment's day in UTC.
    init(dayOf moment: Timestamp) {
        let day = moment.microseconds / 86_400_000_000
        self.init(firstOf: Timestamp(seconds: day * 86_400))
    }
}
