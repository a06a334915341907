/// Some verifications of a number, the newest first.
public struct VerificationPage: Sendable, Hashable {
    /// The verifications; each is shown as a whole, with ``Verification/approvedBy``.
    public var verifications: [Verification]
    /// Leads to the next page; nil on the last one.
    public var nextPageToken: String?
}
