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
