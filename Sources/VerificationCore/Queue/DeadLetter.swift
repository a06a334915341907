/// Why a message is put aside, as its headers will say.
///
/// Never holds what the message said.
package struct DeadLetter: Sendable, Hashable {
    /// The reasons there are; operators filter by these words.
    package enum Reason: String, Sendable, CaseIterable {
        case tooLarge = "too-large"
        case unknownType = "unknown-type"
        case wrongContentType = "wrong-content-type"
        case notJSON = "not-json"
        case invalidMember = "invalid-member"
        case unknownApp = "unknown-app"
        case outOfTries = "out-of-tries"
        /// Its id is that of a request for another phone or app.
        case idReused = "id-reused"
        case internalError = "internal-error"
    }

    package let reason: Reason
    /// Which member, or which of the gateway's errors; a stable word, safe to print.
    package let detail: String?

    package init(_ reason: Reason, detail: String? = nil) {
        self.reason = reason
        self.detail = detail
    }

    /// What went wrong at last, as exactly as we can say it.
    package var error: ErrorWord { ErrorWord(detail ?? reason.rawValue) }
}
