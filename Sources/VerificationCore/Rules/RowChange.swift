/// A change that a decision makes; a store writes exactly these changes and nothing else.
package enum RowChange: Sendable, Hashable {
    case insertVerification(NewVerification)
    case insertRequest(NewRequest)
    case insertMessage(NewMessage)
    case insertKey(NewKey)
    /// Another try of a message, or its end without another try.
    case updateMessage(MessageChange)
    /// Ends a verification by the right code, if it is still pending; `by` is the id through which the code came.
    case approve(VerificationID, by: VerificationID)
    /// Ends a verification without the right code, if it is still pending.
    case endVerification(VerificationID, VerificationStatus, reason: String?)
    /// Puts off the end of a code's life, if the verification is still pending.
    case extendVerification(VerificationID, until: Timestamp)
    /// Sets how many wrong codes a verification has had.
    case countWrongCodes(VerificationID, Int)
    /// Tells the app of a change, if this transaction really makes the change.
    case tell(EventNote)
    /// Lets a worker look at a pending verification when its code's life ends, and then tell the app.
    case watch(VerificationID, until: Timestamp)
}
