import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON
import VerificationCore

extension Response {
    /// An answer whose body is the object that the closure writes.
    static func json(
        _ status: HTTPResponse.Status, headers: HTTPFields = [:], _ members: (inout JSONWriter) -> Void
    ) -> Response {
        var writer = JSONWriter()
        writer.object(members)
        var headers = headers
        headers[.contentType] = "application/json"
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    }
}

extension VerificationID {
    /// Where the API tells of it.
    var location: String { "/v1/verifications/" + description }
}
