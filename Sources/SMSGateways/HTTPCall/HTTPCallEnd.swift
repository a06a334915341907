import AsyncHTTPClient
import Glibc
import NIOCore
import NIOSSL

/// What one HTTP call came to, and above all whether it left: a call that never left may be made again.
///
/// Reasons are stable words.
enum HTTPCallEnd: Sendable {
    /// The head of an answer is here, whatever then became of the answer's body.
    case answered(HTTPReply)
    /// The call left and no answer is here: nobody can know whether the receiver carried it out.
    case unanswered(reason: String)
    /// The call failed before its body left: the receiver has certainly not carried it out.
    case neverLeft(reason: String)
}

extension HTTPCallEnd {
    /// Takes how far the call had come, and what ended it; nil for an end without a failure.
    init(_ progress: HTTPExchange.Progress, failure: (any Error)?) {
        self =
            switch progress {
            case .answered(let reply): .answered(reply)
            case .left: .unanswered(reason: Self.lossReason(failure))
            case .notLeft: .neverLeft(reason: Self.connectReason(failure))
            }
    }

    /// Why a call that had left has no answer.
    private static func lossReason(_ failure: (any Error)?) -> String {
        switch failure {
        case is CancellationError: "cancelled"
        case let error as HTTPClientError where error == .deadlineExceeded: "timeout"
        default: "connection-lost"
        }
    }

    /// Why a call never left.
    private static func connectReason(_ failure: (any Error)?) -> String {
        switch failure {
        case is CancellationError: "cancelled"
        case let error as HTTPClientError where error == .deadlineExceeded: "no-connection-in-time"
        case let error as HTTPClientError where error == .connectTimeout: "connect-timeout"
        case let error as HTTPClientError where error == .tlsHandshakeTimeout: "tls-failed"
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: "tls-failed"
        case let error as IOError where error.errnoCode == ECONNREFUSED: "connection-refused"
        default: "not-connected"
        }
    }
}
