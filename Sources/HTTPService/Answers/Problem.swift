import HTTPTypes
import Hummingbird
import StrictJSON

/// An answer that says what is wrong, in the form of RFC 9457; the code that finds the mistake throws it.
///
/// `code` is for programs and never changes. `detail` is for people and may change. Neither repeats what the caller
/// sent.
package struct Problem: Error, Sendable {
    package let status: HTTPResponse.Status
    package let code: String
    package let detail: String
    /// The name of the member, parameter or field that is wrong.
    package var param: String?
    /// A code that says more exactly than `code` what is wrong; like `code` it never changes.
    package var reason: String?
    package var headers: HTTPFields = [:]
    /// Further members; a name that `response` writes itself, such as `status`, would stand in the answer twice.
    package var members = JSONObject()
    /// What the log says of a mistake of ours; the answer to the caller does not say it.
    package var logged: String?

    package init(_ status: HTTPResponse.Status, code: String, detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }
}

extension Problem {
    /// The answer to a mistake of ours: the log says more about it, and the caller learns nothing.
    package static let internalError = Problem(
        .internalServerError, code: "internal-error", detail: "Something went wrong here.")

    /// The answer as `application/problem+json`.
    ///
    /// Its type is `about:blank`, which means "see the status" in RFC 9457. `code` says more exactly what is wrong.
    package var response: Response {
        .json(status, headers: headers, type: "application/problem+json") { writer in
            writer.member("type", is: "about:blank")
            writer.member("title", is: status.reasonPhrase)
            writer.member("status", is: status.code)
            writer.member("detail", is: detail)
            writer.member("code", is: code)
            writer.member("param", is: param)
            writer.member("reason", is: reason)
            for member in members.members { writer.member(member.key, is: member.value) }
        }
    }
}
