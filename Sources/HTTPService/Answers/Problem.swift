import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON
import VerificationCore

/// An answer that says what is wrong, as RFC 9457 has it; thrown wherever it is found.
///
/// `code` is for programs and never changes; `detail` is for people and may. Neither repeats what the caller sent.
struct Problem: Error, Sendable {
    let status: HTTPResponse.Status
    let code: String
    let detail: String
    /// Which member of the body, or which parameter, is wrong.
    var param: String?
    /// More exactly why, as a stable word.
    var reason: String?
    var headers: HTTPFields = [:]
    /// Further members; none is called `status`, which is the HTTP status here.
    var members = JSONObject()
    /// What the log may say of an error that the caller is told nothing about.
    var logged: String?

    init(_ status: HTTPResponse.Status, _ code: String, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }
}

extension Problem {
    /// The type is `about:blank`, which RFC 9457 gives the meaning "see the status"; what it is exactly says `code`.
    var response: Response {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", "about:blank")
            writer.member("title", status.reasonPhrase)
            writer.member("status", status.code)
            writer.member("detail", detail)
            writer.member("code", code)
            writer.member("param", param)
            writer.member("reason", reason)
            for member in members.members { writer.member(member.key, member.value) }
        }
        var headers = headers
        headers[.contentType] = "application/problem+json"
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    }
}
