/// What the sandbox cannot make sense of; it holds nothing that was sent.
package struct SandboxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The ways to fail.
    package enum Code: String, Sendable, CaseIterable {
        case malformedJSON = "the body is no JSON object of the expected shape"
        case unknownMember = "the body has a member that nobody knows"
        case impossibleShares = "shares are numbers from 0 to 1 whose sum is at most 1"
        case impossibleLatency = "latency is from 0 to 60000 ms, its minimum no greater than its maximum"
        case impossibleQuery = "limit is from 1 to 1000, after 0 or more, wait from 0 to 20"
        case bodyTooLarge = "the body is larger than 64 KiB"
        case badSignature = "the signature is missing, wrong or too old"
        case foreignOrigin = "the request comes from a page of another origin"
    }

    package let code: Code

    init(_ code: Code) {
        self.code = code
    }

    /// The same request fails the same way.
    package var isRetriable: Bool { false }

    package var description: String { code.rawValue }
}
