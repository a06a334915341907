import VerificationCore

/// One try of a message: the order to send it, and what the steps after the verdict need.
struct Attempt: Sendable {
    let work: Work
    let order: SendOrder

    var claim: Claim { work.claim }

    /// The test number that the message is for; nil when the number is real by the store's clock.
    var testNumber: TestNumber? { order.code.isFixed ? claim.testNumber : nil }
}
