/// Why this side ended a call or a connection.
enum HTTPCallFault: Error {
    case deadlineExceeded
    case handshakeTimeout
    case shutDown
}
