import HTTPTypes
import Hummingbird
import StrictJSON

/// An answer that says what is wrong, as RFC 9457 has it; thrown wherever the mistake is found.
///
/// `code` is for programs and never changes; `detail` is for people and may. Neither repeats what the caller sent.
package struct Problem: Error, Sendable {
    package let status: HTTPResponse.Status
    package let code: String
    package let detail: String
    /// Which member of the body, or which parameter, is wrong.
    package var param: String?
    /// More exactly why, as a stable word.
    package var reason: String?
    package var headers: HTTPFields = [:]
    /// Further members; the name `status` is taken by the HTTP status.
    package var members = JSONObject()
    /// What the log says of a mistake of ours, of which the caller is told nothing.
    package var logged: String?

    package init(_ status: HTTPResponse.Status, _ code: String, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }
}

extension Problem {
    /// The caller is told nothing of a mistake of ours; the log is.
    package static let internalError = Problem(.internalServerError, "internal-error", "Something went wrong here.")

    /// The type is `about:blank`, by which RFC 9457 means "see the status"; `code` says more exactly what is wrong.
    package var response: Response {
        .json(status, headers: headers, type: "application/problem+json") { writer in
            writer.member("type", "about:blank")
            writer.member("title", status.reasonPhrase)
            writer.member("status", status.code)
            writer.member("detail", detail)
            writer.member("code", code)
            writer.member("param", param)
            writer.member("reason", reason)
            for member in members.members { writer.member(member.key, member.value) }
        }
    }
}
