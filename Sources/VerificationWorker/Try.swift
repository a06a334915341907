import VerificationCore

/// One try of one message: the leave to send it, and all that the steps after the verdict need.
struct Try: Sendable {
    let work: Work
    let order: SendOrder

    var claim: Claim { work.claim }

    /// The test number that the message is for; nil for a number that is real by the store's clock.
    var testNumber: TestNumber? { order.code.isFixed ? claim.testNumber : nil }
}
