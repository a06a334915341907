import Glibc
import NIOCore
import NIOPosix
import NIOSSL

/// How an HTTP call ended, and whether it left.
///
/// The worker may repeat a call that never left. Reasons are stable words.
enum HTTPCallEnd: Sendable {
    /// The head of an answer came; its body may be incomplete.
    case answered(HTTPReply)
    /// The call left, and no answer came. The receiver may or may not have carried it out.
    case unanswered(reason: String)
    /// The call failed before its body left, so the receiver has certainly not carried it out.
    case neverLeft(reason: String)
}

extension HTTPCallEnd {
    /// How far a call has come.
    enum Progress: Sendable {
        case notLeft
        case left
        case answered(HTTPReply)
    }

    /// `progress`: how far the call had come; `failure`: what ended it, or nil when nothing failed.
    init(_ progress: Progress, failure: (any Error)?) {
        self =
            switch progress {
            case .answered(let reply): .answered(reply)
            case .left: .unanswered(reason: Self.lossReason(failure))
            case .notLeft: .neverLeft(reason: Self.connectReason(failure))
            }
    }

    /// Why a call that left has no answer.
    private static func lossReason(_ failure: (any Error)?) -> String {
        switch failure {
        case is CancellationError: "cancelled"
        case HTTPCallError.deadlineExceeded?: "timeout"
        default: "connection-lost"
        }
    }

    /// Why a call never left.
    private static func connectReason(_ failure: (any Error)?) -> String {
        switch failure {
        case is CancellationError: "cancelled"
        case let error as NIOConnectionError where !error.connectionErrors.isEmpty:
            connectReason(error.connectionErrors.first?.error)
        case let error as NIOConnectionError where error.dnsAError is HTTPCallError: connectReason(error.dnsAError)
        case HTTPCallError.addressRefused?: "address-refused"
        case HTTPCallError.deadlineExceeded?: "no-connection-in-time"
        case HTTPCallError.proxyTimeout?: "proxy-timeout"
        case HTTPCallError.proxyClosed?: "proxy-closed"
        case HTTPCallError.proxyRefused(let status)?: "proxy-status-\(status)"
        case HTTPCallError.notAProxy?: "not-a-proxy"
        case ChannelError.connectTimeout?, HTTPCallError.lookupTimeout?: "connect-timeout"
        case HTTPCallError.handshakeTimeout?: "tls-failed"
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: "tls-failed"
        case let error as IOError where error.errnoCode == ECONNREFUSED: "connection-refused"
        default: "not-connected"
        }
    }
}

/// Why this side ended a call or a connection.
enum HTTPCallError: Error {
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
