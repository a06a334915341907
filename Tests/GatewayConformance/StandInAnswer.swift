/// What a provider's stand-in does once a request is there.
public enum StandInAnswer: Sendable {
    /// These bytes, head and body.
    case bytes(String)
    /// The bytes, and then the end of the connection.
    case lastBytes(String)
    /// The bytes, and then one `x` every so often, for ever.
    case drip(String, every: Duration)
    /// A head that says 200, and then so many bytes of body.
    case longBody(Int)
    /// Nothing.
    case silence
    /// The bytes as soon as the request's head is there, and the end of the connection when its body is.
    case early(String)

    /// A whole answer; `headers` are further lines, for example `retry-after: 17`.
    public static func whole(
        _ status: Int, _ body: String, type: String = "application/json", headers: [String] = []
    ) -> Self {
        let lines = ["HTTP/1.1 \(status) Whatever", "content-type: \(type)"] + headers
        return .bytes(lines.joined(separator: "\r\n") + "\r\ncontent-length: \(body.utf8.count)\r\n\r\n\(body)")
    }

    /// A whole answer in JSON.
    public static func json(_ status: Int, _ body: String, headers: [String] = []) -> Self {
        whole(status, body, headers: headers)
    }
}
