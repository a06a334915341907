/// What came back of an answer.
package struct HTTPReply: Sendable {
    let status: Int
    /// The text of the `Retry-After` header; nil without that header.
    let retryAfter: String?
    /// At most 64 KiB from the beginning of the body; less than the whole body when it was longer or cut off.
    var body: [UInt8] = []
}
