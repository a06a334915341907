import AccountCore
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON
import VerificationCore

extension Response {
    static func wire(_ members: JSONObject) -> Response {
        wire(.ok, with: members)
    }

    /// The envelope of all errors of this wire.
    static func wire(_ error: AccountError) -> Response {
        var first: JSONObject = ["message": .string(error.firstMessage)]
        first["domain"] = error.domain.map(JSONValue.string)
        first["reason"] = .string(error.reason)
        if case .unknownBearer = error {
            first["location"] = "Authorization"
            first["locationType"] = "header"
        }
        var body: JSONObject = [
            "code": .integer(Int64(error.status)), "message": .string(error.message), "errors": [.object(first)],
        ]
        body["status"] = error.name.map(JSONValue.string)
        var response = wire(HTTPResponse.Status(code: error.status), with: ["error": .object(body)])
        switch error {
        case .unavailable: response.headers[.retryAfter] = pause
        case .limited(_, _, let wait): response.headers[.retryAfter] = "\(max(1, wait.secondsRoundedUp))"
        case .refused, .noKey, .unknownKey, .foreignClient, .unknownBearer, .badAppCheckToken, .needsAdmin, .forwarded,
            .unknownPath, .notServed, .unreadable, .wrongContentType, .wrongType, .tooLarge, .internalError:
            break
        }
        return response
    }

    /// The answer to Firebase's SDK for JavaScript in an outage: a body that is no JSON.
    ///
    /// When a page is loaded, the SDK asks who is signed in. Of an error that it can read it concludes that the token is no
    /// longer good, and signs the person out for good. What it cannot read it takes for a failure of the network, and then
    /// the person stays.
    static func plain(_ error: AccountError) -> Response {
        Response(
            status: HTTPResponse.Status(code: error.status),
            headers: [.contentType: "text/plain; charset=utf-8", .retryAfter: pause],
            body: ResponseBody(byteBuffer: ByteBuffer(string: error.message + "\n")))
    }

    /// A store or a queue that is away is usually back within seconds.
    private static let pause = "5"

    private static func wire(_ status: HTTPResponse.Status, with members: JSONObject) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json; charset=UTF-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: JSONValue.object(members).serialized)))
    }
}

extension Problem {
    /// What log and metrics see of an error of the wire.
    static func wire(_ error: AccountError) -> Problem {
        Problem(HTTPResponse.Status(code: error.status), code: "wire-error", detail: "The call was refused.")
    }
}

extension AccountError {
    /// The `AccountError` for any error of a call.
    init(of error: any Error, _ problem: Problem) {
        switch (error as? AccountError, problem.status.code) {
        case (let error?, _): self = error
        // The wire knows no other method for a path, only other paths.
        case (nil, 404), (nil, 405): self = .unknownPath
        case (nil, 413): self = .tooLarge
        case (nil, 400..<500): self = .unreadable(problem.detail)
        case (nil, _): self = .internalError
        }
    }
}
