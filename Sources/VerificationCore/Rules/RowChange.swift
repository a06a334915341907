/// What a decision writes; a store carries out exactly these and nothing of its own.
package enum RowChange: Sendable, Hashable {
    case insertVerification(NewVerification)
    case insertRequest(NewRequest)
    case insertMessage(NewMessage)
    case insertKey(NewKey)
    /// Another try of a message, or its end without one.
    case updateMessage(MessageChange)
    /// Only a pending verification ends.
    case endVerification(VerificationID, VerificationStatus, reason: String?)
    /// How many wrong codes a verification has had.
    case countWrongCodes(VerificationID, Int)
}
