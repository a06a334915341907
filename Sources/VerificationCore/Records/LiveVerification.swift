/// The verification that requests for a phone meet in, until it is approved, canceled, used up or its code dies.
package struct LiveVerification: Sendable, Hashable {
    package let id: VerificationID
    package let code: CodeSource
    package let expiresAt: Timestamp
    /// SMS that were sent or are being sent; those that definitely did not leave are taken off again.
    package var sends: Int
    /// Messages ever begun; the next one's ordinal is one more.
    package var messages: Int
    /// From this moment on another request sends another SMS; nil when the last send did not happen, so that the next
    /// request may send at once.
    package var resendAfter: Timestamp?
    package var wrongCodes: Int

    package init(
        id: VerificationID, code: CodeSource, expiresAt: Timestamp, sends: Int, messages: Int, resendAfter: Timestamp?,
        wrongCodes: Int
    ) {
        self.id = id
        self.code = code
        self.expiresAt = expiresAt
        self.sends = sends
        self.messages = messages
        self.resendAfter = resendAfter
        self.wrongCodes = wrongCodes
    }
}
