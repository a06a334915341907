import StrictJSON
import VerificationCore

/// What Graph says of an access token itself.
package enum GraphToken {
    /// Finds out whose a token is.
    ///
    /// - Parameters:
    ///   - answer: of `debug_token`.
    ///   - status: of the answer, an HTTP status.
    ///   - question: what was asked.
    /// - Returns: the id of the person who owns the token.
    /// - Throws: `badToken` for a token that does not let this person in to this app; `refused` and `unusable`.
    package static func owner(
        in answer: JSONObject, status: Int, to question: GraphQuestion
    ) throws(GraphError) -> String {
        try answer.checkGraphError()
        guard status == 200, let data = answer["data"]?.object else { throw .unusable("status \(status)") }
        guard data["is_valid"] == true, !data.contains("error"), data["type"] == "USER",
            let app = data["app_id"]?.graphID, question.apps.contains(app), let id = data["user_id"]?.graphID,
            let end = data["expires_at"]?.integer, end == 0 || question.askedAt.unixSeconds < end
        else { throw .badToken }
        return id
    }
}

extension JSONValue {
    /// An id, which Graph writes as a text, and wrote as a number; nil for what is none.
    fileprivate var graphID: String? {
        let text = string ?? integer.map { String($0) } ?? ""
        return (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? text : nil
    }
}
