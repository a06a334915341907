import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON
import VerificationCore

extension Response {
    /// A probe's answer, which nobody may keep.
    static func status(_ status: HTTPResponse.Status, _ members: (inout JSONWriter) -> Void) -> Response {
        var json = JSONWriter()
        json.object(members)
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }
}
