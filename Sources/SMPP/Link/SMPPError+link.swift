import NIOSSL

extension SMPPError {
    /// What an error of the socket or of TLS means for a link.
    init(_ error: any Error, wasBound: Bool) {
        switch error {
        case let error as SMPPError: self = error
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            self.init(wasBound ? .connectionLost : .tlsFailed, "tls")
        default: self.init(.connectionLost, "socket")
        }
    }
}
