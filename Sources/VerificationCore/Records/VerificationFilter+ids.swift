extension VerificationFilter {
    private static let smallest = VerificationID(high: 0, low: 0)
    private static let largest = VerificationID(high: .max, low: .max)
    /// More than a request waits on its queue before a worker makes a verification of it.
    private static let longestWait = Duration.seconds(3_600)

    /// The ids that tell a time of the filter; an id's time has whole milliseconds, so there may be none.
    package var ids: Range<VerificationID> {
        let lower = from.map(VerificationID.init(firstOf:)) ?? Self.smallest
        return lower..<max(lower, until.map(VerificationID.init(firstOf:)) ?? Self.largest)
    }

    /// How far back a search has looked that stopped at this cursor.
    ///
    /// Nil behind the ids of the filter's time: there are ids of keys only, which tell no time.
    package func lookedBackTo(_ cursor: VerificationID) -> Timestamp? {
        ids.contains(cursor) ? cursor.madeAt : nil
    }

    /// All ids that may fit, in the order in which a search looks at them; each span from its end to its beginning.
    ///
    /// First come the ids of the filter's time. An id that may be of an idempotency key can be anywhere in the day of its
    /// request. So the rest of the last day follows, and then the rest of the first day. A search for the newest finds
    /// them in the first span, and looks through no day for nothing.
    ///
    /// - Parameter cursor: where the page before ended; nil for the first page.
    /// - Returns: no empty span; nothing where no id can fit.
    package func spans(before cursor: VerificationID?) -> [Range<VerificationID>] {
        if let from, let until, from >= until { return [] }
        let ids = ids
        // An id of a key has the day of its request, which may be the day before that of its verification.
        let dayBegan = from.map { VerificationID(firstOf: ($0 - Self.longestWait).startOfDay) } ?? Self.smallest
        let dayEnds = until.map { VerificationID(firstOf: ($0 - .microseconds(1)).endOfDay) } ?? Self.largest
        var spans = [ids, ids.upperBound..<max(ids.upperBound, dayEnds), dayBegan..<ids.lowerBound]
        if let cursor, cursor <= max(ids.upperBound, dayEnds) {
            guard let place = spans.firstIndex(where: { $0.lowerBound < cursor && cursor <= $0.upperBound }) else {
                return []
            }
            spans[place] = spans[place].lowerBound..<cursor
            spans.removeFirst(place)
        }
        return spans.filter { !$0.isEmpty }
    }
}
