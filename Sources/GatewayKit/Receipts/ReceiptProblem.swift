/// Why a call with receipts leads to nothing.
public enum ReceiptProblem: Error, Sendable, Hashable {
    /// The signature is missing or wrong, or too old: the call may be anybody's.
    case forged
    /// Nobody can say yet: what would show it could not be fetched. The provider should call again.
    case unverified
    /// It is signed, and is not what the provider documents.
    case unreadable
}
