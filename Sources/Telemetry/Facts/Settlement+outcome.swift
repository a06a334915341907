import VerificationCore

extension Settlement {
    /// All values that `outcome` may have.
    static let outcomes = ["sent", "failed", "ended", "again", "dead", "given_back"]

    /// How a request left the worker, as metrics, spans and the log call it.
    var outcome: String {
        switch self {
        // A gateway has the message, or may have it.
        case .acknowledge(.sent): "sent"
        // No gateway has the message, and none will.
        case .acknowledge(.failed): "failed"
        // Settled without a call of a gateway, for example as a duplicate.
        case .acknowledge: "ended"
        // It waits in a retry queue.
        case .retry, .putOff: "again"
        case .deadLetter: "dead"
        // The worker stops, and another worker gets the request.
        case .giveBack: "given_back"
        }
    }
}
