/// Some verifications, and where the next page begins.
package struct VerificationPage: Sendable, Hashable {
    /// The newest first.
    package let records: [VerificationRecord]
    /// Older verifications that may fit have ids before this id; nil when there are no older ones.
    package let next: VerificationID?
    /// Whether the page ended because the store had looked at as many verifications as it looks at for a page.
    ///
    /// Then fewer than asked for are here, perhaps not a single verification, and older verifications may fit nevertheless.
    package let isCutShort: Bool

    package init(records: [VerificationRecord], next: VerificationID?, isCutShort: Bool) {
        (self.records, self.next, self.isCutShort) = (records, next, isCutShort)
    }
}
