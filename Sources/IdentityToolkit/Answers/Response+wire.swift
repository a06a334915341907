import AccountCore
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON

extension Response {
    static func wire(_ members: JSONObject) -> Response {
        wire(.ok, members)
    }

    /// The envelope of all errors of this wire.
    static func wire(_ error: WireError) -> Response {
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
        var response = wire(HTTPResponse.Status(code: error.status), ["error": .object(body)])
        // A store or a queue that is away is usually back within seconds.
        if case .unavailable = error { response.headers[.retryAfter] = "5" }
        return response
    }

    private static func wire(_ status: HTTPResponse.Status, _ members: JSONObject) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json; charset=UTF-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: JSONValue.object(members).serialized)))
    }
}
