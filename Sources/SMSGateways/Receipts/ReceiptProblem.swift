/// Why a call with receipts leads to nothing.
package enum ReceiptProblem: Error, Sendable, Hashable {
    /// The signature is missing or wrong, or too old: the call may be anybody's.
    case forged
    /// It is signed, and is not what the provider documents.
    case unreadable
}
