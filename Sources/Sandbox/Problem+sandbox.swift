import HTTPService
import HTTPTypes

// The calls that the sandbox refuses.
extension Problem {
    static let malformedJSON = Problem(
        .badRequest, code: "malformed-json", detail: "The body is no JSON object of the expected shape.")

    static let unknownMember = Problem(
        .badRequest, code: "unknown-member", detail: "The body has an unknown member.")

    static let impossibleShares = Problem(
        .badRequest, code: "impossible-shares",
        detail: "Shares are numbers from 0 to 1; shares of one whole are together at most 1.")

    static let impossibleLatency = Problem(
        .badRequest, code: "impossible-latency",
        detail: "Latency is from 0 to 60000 ms, and its minimum is no greater than its maximum.")

    static let impossibleReceipts = Problem(
        .badRequest, code: "impossible-receipts",
        detail: "Receipts come after 0 to 3600000 ms, and the minimum is no greater than the maximum.")

    static let impossibleRate = Problem(
        .badRequest, code: "impossible-rate",
        detail: "perSecond is from 0 to 1000000, and retryAfterMs from 0 to 3600000.")

    static let impossibleQuery = Problem(
        .badRequest, code: "impossible-query", detail: "limit is from 1 to 1000, after 0 or more, wait from 0 to 20.")

    static let badSignature = Problem(
        .unauthorized, code: "bad-signature", detail: "The signature is missing, wrong or too old.")

    static let foreignHost = Problem(
        .forbidden, code: "foreign-host", detail: "The sandbox answers calls to localhost only.")
}
