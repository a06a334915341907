/// Why this side ended a call or a connection.
enum HTTPCallFault: Error {
    case deadlineExceeded
    case handshakeTimeout
    case lookupTimeout
    /// The server's name leads to addresses, none of which may be reached.
    case addressRefused
    case shutDown
    /// A proxy did not answer `CONNECT` in time.
    case proxyTimeout
    /// A proxy ended the connection instead of answering `CONNECT`.
    case proxyClosed
    /// A proxy refused `CONNECT`.
    case proxyRefused(status: Int)
    /// What answered `CONNECT` does not speak HTTP/1.
    case notAProxy
}
