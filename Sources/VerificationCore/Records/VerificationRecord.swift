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
