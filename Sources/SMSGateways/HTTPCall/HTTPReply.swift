/// What came back of an answer.
struct HTTPReply: Sendable {
    let status: Int
    /// The header of this name, as it was sent.
    let retryAfter: String?
    /// The answer's first 64 KiB; not all of it when the connection ended early.
    var body: [UInt8] = []
}
