/// The verification that requests for a phone join, until it is approved, canceled, used up or expired.
package struct LiveVerification: Sendable, Hashable {
    package let id: VerificationID
    /// The last request that began it or joined it; a check by phone number comes through this request.
    package var newestRequest: VerificationID
    package let code: CodeSource
    /// A resend near this moment puts it off.
    package var expiresAt: Timestamp
    /// How far resends may put the end off.
    package let lastEnd: Timestamp
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

    /// `newestRequest`: nil where no other request than the first is known.
    package init(
        id: VerificationID, newestRequest: VerificationID? = nil, code: CodeSource, expiresAt: Timestamp,
        lastEnd: Timestamp, sends: Int, messages: Int, resendAfter: Timestamp?, wrongCodes: Int
    ) {
        self.id = id
        self.newestRequest = newestRequest ?? id
        self.code = code
        self.expiresAt = expiresAt
        self.lastEnd = lastEnd
        self.sends = sends
        self.messages = messages
        self.resendAfter = resendAfter
        self.wrongCodes = wrongCodes
    }

    /// Whether a new request may lead to a further SMS with the same code, as far as the time decides.
    package func mayBeSentAgain(at now: Timestamp) -> Bool {
        !code.isFixed && expiresAt > now && (resendAfter.map { $0 <= now } ?? true)
    }
}
