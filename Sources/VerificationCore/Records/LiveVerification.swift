/// The verification that requests for a phone join, until it is approved, canceled, used up or expired.
package struct LiveVerification: Sendable, Hashable {
    package let id: VerificationID
    package let code: CodeSource
    package let expiresAt: Timestamp
    /// SMS that were sent or are being sent; an SMS that definitely did not leave is taken off again.
    package var sends: Int
    /// Messages ever begun, also messages that did not leave.
    ///
    /// For example after 2 messages the next message has the ordinal 3.
    package var messages: Int
    /// From this moment on another request sends another SMS; nil when it may do so at once.
    ///
    /// It is nil after a send that did not happen.
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
