/// What one call came to, as far as it is known.
struct HTTPReply: Sendable {
    /// Whether any of the request may have reached the receiver.
    var hasLeft = false
    /// Nil until the answer's head is here.
    var status: Int?
    var retryAfter: String?
    /// The answer's first 64 KiB; not all of it when the call failed.
    var body: [UInt8] = []
}
