/// What the rules say of a claim.
package enum Verdict: Sendable, Hashable {
    /// The only verdict after which the worker calls a gateway.
    case send(SendOrder)
    /// A verification is alive, and its last SMS is younger than `resendAfter`.
    case duplicate(LiveSummary)
    case limited(LimitReached)
    case refused(RefusalReason)
    /// The request's deadline has passed.
    case expired
    /// Another worker may be sending this message, or its next try is not due yet; look again after this time.
    case leased(for: Duration)
    /// The request is on record, or an earlier request with the same idempotency key is. There is nothing left to do.
    case known
    /// The request's idempotency key belongs to another request, which asked for something else.
    case keyReused
    /// The request's id belongs to a request of another phone or app.
    case idReused
    /// The id's time is more than a day in the future: the clock of its maker is wrong, or the id is made up. Its row
    /// would not be forgotten together with the rows of the day on which it was written.
    case idAhead
    /// Somebody has changed the app, a block or a switch, and the claim was made by what was there before.
    ///
    /// Nothing was decided. The worker reads the settings again, and makes a claim by them.
    case outdated
}

/// Why a request is not served at all.
package enum RefusalReason: String, Sendable, CaseIterable {
    /// Every app refuses numbers of this kind; see `PhoneNumber.Kind.cannotGetSMS`.
    case kindNotAllowed = "kind-not-allowed"
    /// Nobody can own the number, see `PhoneNumber.Kind.fiction`, and it is not a test number of the app.
    case fictionalNumber = "fictional-number"
    /// The app does not send to the number's region.
    case regionNotAllowed = "region-not-allowed"
    /// The app is in testing mode, and the number is not a test number of it.
    case testingMode = "testing-mode"
    /// An operator has blocked the number, its prefix or the address; the word does not tell which of them.
    case blocked
}

/// What a caller may know of the live verification.
package struct LiveSummary: Sendable, Hashable {
    package let verification: VerificationID
    package let expiresAt: Timestamp
    /// From this moment on another request sends another SMS.
    package let resendAfter: Timestamp
    package let remainingSends: Int
    package let remainingChecks: Int
    /// The limit that will be used up first, after a send; nil when no limit was asked.
    package var left: LimitLeft?

    package init(
        verification: VerificationID, expiresAt: Timestamp, resendAfter: Timestamp, remainingSends: Int,
        remainingChecks: Int, left: LimitLeft? = nil
    ) {
        self.verification = verification
        self.expiresAt = expiresAt
        self.resendAfter = resendAfter
        self.remainingSends = remainingSends
        self.remainingChecks = remainingChecks
        self.left = left
    }
}
