/// Why this side ended a call or a connection.
enum HTTPCallFault: Error {
    case deadlineExceeded
    case handshakeTimeout
    case lookupTimeout
    /// The server's name leads to addresses, none of which may be reached.
    case addressRefused
    case shutDown
}
