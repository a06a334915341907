/// Why a message is put aside, as its headers will say.
///
/// It never holds what the message said.
package struct DeadLetter: Sendable, Hashable {
    /// All reasons; operators filter by these words.
    package enum Reason: String, Sendable, CaseIterable {
        case tooLarge = "too-large"
        case unknownType = "unknown-type"
        case wrongContentType = "wrong-content-type"
        case notJSON = "not-json"
        case invalidMember = "invalid-member"
        case unknownApp = "unknown-app"
        case outOfTries = "out-of-tries"
        /// Its id belongs to a request for another phone or app.
        case idReused = "id-reused"
        case internalError = "internal-error"
    }

    package let reason: Reason
    /// The wrong member, or the gateway's error; a stable word, safe to print.
    package let detail: String?

    package init(_ reason: Reason, detail: String? = nil) {
        self.reason = reason
        self.detail = detail
    }

    /// What went wrong last, as exactly as it is known: the detail, or without a detail the reason.
    package var error: ErrorWord { ErrorWord(detail ?? reason.rawValue) }
}
