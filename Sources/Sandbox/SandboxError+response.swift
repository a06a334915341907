import HTTPTypes
import Hummingbird
import StrictJSON
import VerificationCore

// A handler throws; this is the one place where that becomes an answer, as RFC 9457 has it.
extension SandboxError: HTTPResponseError {
    package var status: HTTPResponse.Status {
        switch code {
        case .malformedJSON, .unknownMember, .impossibleShares, .impossibleLatency, .impossibleQuery: .badRequest
        case .bodyTooLarge: .contentTooLarge
        case .badSignature: .unauthorized
        case .foreignOrigin: .forbidden
        }
    }

    /// The error as a problem document.
    package func response(from request: Request, context: some RequestContext) -> Response {
        var json = JSONWriter()
        json.object {
            $0.member("title", status.reasonPhrase)
            $0.member("status", status.code)
            $0.member("code", "\(code)")
            $0.member("detail", description)
        }
        return .json(json.bytes, status, type: "application/problem+json")
    }
}
