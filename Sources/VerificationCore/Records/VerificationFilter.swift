/// Which verifications a reader wants.
package struct VerificationFilter: Sendable, Hashable {
    /// How the verification stands now; nil for all.
    package let status: VerificationStatus?
    /// The app's name; nil for all.
    package let app: String?
    /// The region of the phone's number, for example `DE`; nil for all.
    package let region: String?
    /// What the phone's number begins with; nil for all.
    package let prefix: PhonePrefix?
    /// The gateway that has answered last for any message of the verification; nil for all.
    package let gateway: String?
    /// Why something did not go well, for example `error-30003`; nil for all.
    ///
    /// It is the reason of a message, or of a call that did not go well. Without a gateway and without a message's status
    /// the verification's own reason counts as well.
    package let reason: String?
    /// How a message of the verification stands now; nil for all.
    ///
    /// With a gateway or a reason, all of them must fit the same message. A reason and a gateway fit the same call, too.
    package let message: MessageStatus?
    /// Requests that were made at this moment or later; nil for the oldest.
    ///
    /// The time is that of the id, by the clock of its maker. For an id without a time it is the verification's.
    package let from: Timestamp?
    /// Requests that were made before this moment; nil for the newest.
    package let until: Timestamp?

    package init(
        status: VerificationStatus? = nil, app: String? = nil, region: String? = nil, prefix: PhonePrefix? = nil,
        gateway: String? = nil, reason: String? = nil, message: MessageStatus? = nil, from: Timestamp? = nil,
        until: Timestamp? = nil
    ) {
        (self.status, self.app, self.region, self.prefix) = (status, app, region, prefix)
        (self.gateway, self.reason, self.message) = (gateway, reason, message)
        (self.from, self.until) = (from, until)
    }

    /// Every verification.
    package static let all = VerificationFilter()

    /// How many digits a prefix has at most that a person filters by, for example `+1415`.
    ///
    /// With more digits, and with the last two that every viewer sees, a viewer could find out a whole number.
    package static let longestPrefix = 4

    /// Whether it wants all verifications of all times.
    package var wantsAll: Bool {
        status == nil && app == nil && region == nil && prefix == nil && !asksMessages && reason == nil && from == nil
            && until == nil
    }

    /// Whether a message must fit, whatever the verification's own reason is.
    private var asksMessages: Bool { gateway != nil || message != nil }

    /// Whether a verification is wanted.
    package func fits(_ record: VerificationRecord) -> Bool {
        let report = record.report
        return (status ?? report.status) == report.status && (app ?? report.app.name) == report.app.name
            && (region ?? record.region) == record.region
            && report.phone.hasPrefix(prefix?.description ?? "")
            && hasItsMessage(report) && isOfItsTime(report)
    }

    private func hasItsMessage(_ report: VerificationReport) -> Bool {
        guard asksMessages || reason != nil else { return true }
        if let reason, !asksMessages, report.reason == reason { return true }
        return report.messages.contains(where: fits)
    }

    private func fits(_ message: MessageReport) -> Bool {
        guard (self.message ?? message.status) == message.status else { return false }
        let isMessage = (gateway == nil || message.gateway == gateway) && (reason == nil || message.reason == reason)
        return isMessage
            || message.calls.contains { reason == $0.reason && (gateway ?? $0.gateway) == $0.gateway }
    }

    private func isOfItsTime(_ report: VerificationReport) -> Bool {
        guard report.id.mayBeOfKey else { return ids.contains(report.id) }
        return from.map { $0 <= report.createdAt } ?? true && until.map { report.createdAt < $0 } ?? true
    }
}

extension VerificationFilter {
    private static let smallest = VerificationID(high: 0, low: 0)
    private static let largest = VerificationID(high: .max, low: .max)
    /// More than a request waits on its queue before a worker makes a verification of it.
    private static let longestWait = Duration.seconds(3_600)

    /// The ids whose time is within the filter's; an id's time has whole milliseconds, so there may be none.
    package var ids: Range<VerificationID> {
        let lower = from.map(VerificationID.init(firstOf:)) ?? Self.smallest
        return lower..<max(lower, until.map(VerificationID.init(firstOf:)) ?? Self.largest)
    }

    /// How far back a search has looked that stopped at this cursor.
    ///
    /// Nil behind the ids of the filter's time: there are ids of keys only, which hold no time.
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

/// A verification as operators see it: what its app may see, and details that apps do not get.
package struct VerificationRecord: Sendable, Hashable {
    package let report: VerificationReport
    /// The region of the phone's number, for example `DE`.
    package let region: String
    /// When it ended, as a transaction noted it.
    ///
    /// Nil while it is pending, and also where no transaction has noted the end: of a request that was refused, and of
    /// most codes that expire.
    package let endedAt: Timestamp?
    package let wrongCodes: Int
    /// The network from which its first request came, as limits count it; nil where the app passed no address on.
    package let network: String?
    /// The trace of its first request; nil where it came without one.
    package let trace: TraceID?

    package init(
        report: VerificationReport, region: String, endedAt: Timestamp?, wrongCodes: Int, network: String? = nil,
        trace: TraceID? = nil
    ) {
        (self.report, self.region, self.endedAt, self.wrongCodes) = (report, region, endedAt, wrongCodes)
        (self.network, self.trace) = (network, trace)
    }

    package var id: VerificationID { report.id }

    /// When its request was made; where the id holds no time, when a worker began with it.
    package var shownAt: Timestamp { id.requestedAt ?? report.createdAt }
}

/// Some verifications, and where the next page begins.
package struct VerificationPage: Sendable, Hashable {
    /// By their ids, the newest first; ids of idempotency keys hold no time, so they may be anywhere in their day.
    package let records: [VerificationRecord]
    /// The cursor of the next page: more verifications may fit behind this id; nil behind the last page.
    package let next: VerificationID?
    /// Whether the page ended because the store had looked at as many verifications as it looks at for a page.
    ///
    /// Then fewer than asked for are here, perhaps not a single verification, and others may fit nevertheless.
    package let isCutShort: Bool

    package init(records: [VerificationRecord], next: VerificationID?, isCutShort: Bool) {
        (self.records, self.next, self.isCutShort) = (records, next, isCutShort)
    }
}
