import Glibc
import NIOCore
import NIOPosix
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

    /// Why no TCP connection came about: `refused`, `timeout`, `unknown host`, or only `connect`.
    init(connecting error: any Error) {
        guard let error = error as? NIOConnectionError else {
            let isLate = if case ChannelError.connectTimeout = error { true } else { false }
            self.init(.connectionFailed, isLate ? "timeout" : "connect")
            return
        }
        let failures = error.connectionErrors.map(\.error)
        if failures.isEmpty {
            self.init(.connectionFailed, "unknown host")
        } else if failures.contains(where: { ($0 as? IOError)?.errnoCode == ECONNREFUSED }) {
            self.init(.connectionFailed, "refused")
        } else {
            self = failures.first.map(SMPPError.init(connecting:)) ?? SMPPError(.connectionFailed, "connect")
        }
    }
}
