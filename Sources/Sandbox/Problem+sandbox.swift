import HTTPService
import HTTPTypes

// The calls that the sandbox refuses.
extension Problem {
    static let malformedJSON = Problem(
        .badRequest, "malformedJSON", "the body is no JSON object of the expected shape")

    static let unknownMember = Problem(
        .badRequest, "unknownMember", "the body has a member that nobody knows")

    static let impossibleShares = Problem(
        .badRequest, "impossibleShares", "shares are numbers from 0 to 1 whose sum is at most 1")

    static let impossibleLatency = Problem(
        .badRequest, "impossibleLatency", "latency is from 0 to 60000 ms, its minimum no greater than its maximum")

    static let impossibleQuery = Problem(
        .badRequest, "impossibleQuery", "limit is from 1 to 1000, after 0 or more, wait from 0 to 20")

    static let badSignature = Problem(
        .unauthorized, "badSignature", "the signature is missing, wrong or too old")

    static let foreignOrigin = Problem(
        .forbidden, "foreignOrigin", "the request comes from a page of another origin")

    static let foreignHost = Problem(
        .forbidden, "foreignHost", "The sandbox answers calls to localhost only.")
}
