/// A verification as operators see it: what its app may see, and what no app is told.
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

    package init(report: VerificationReport, region: String, endedAt: Timestamp?, wrongCodes: Int) {
        (self.report, self.region, self.endedAt, self.wrongCodes) = (report, region, endedAt, wrongCodes)
    }

    package var id: VerificationID { report.id }

    /// When its request was made; where the id cannot tell, when a worker began with it.
    package var shownAt: Timestamp { id.requestedAt ?? report.createdAt }
}

/// Some verifications, and where the next page begins.
package struct VerificationPage: Sendable, Hashable {
    /// By their ids, the newest first; ids of idempotency keys tell no time, so they may be anywhere in their day.
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
