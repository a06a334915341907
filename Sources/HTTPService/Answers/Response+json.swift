import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON

extension Response {
    /// An answer whose body is the object that the closure writes.
    package static func json(
        _ status: HTTPResponse.Status, headers: HTTPFields = [:], type: String = "application/json",
        _ members: (inout JSONWriter) -> Void
    ) -> Response {
        var writer = JSONWriter()
        writer.object(members)
        var headers = headers
        headers[.contentType] = type
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    }
}
