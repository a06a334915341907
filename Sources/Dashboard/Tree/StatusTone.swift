/// What the colour of a status says; the styles have a class for each.
enum StatusTone: String, CaseIterable {
    /// It works, or it came to a good end.
    case fine
    /// It needs a look, or it ended without a code.
    case degraded
    /// It fails.
    case down
    /// It is neither good nor bad, or it is not known.
    case neutral

    /// The tone of a status by the word with which pages name it: a verification's, a gateway's, a worker's, or an action's
    /// result.
    init(of word: String) {
        switch word {
        case "approved", "approved_elsewhere", "healthy", "consuming", "done", "OK": self = .fine
        case "expired", "probing", "paused", "held-up", "DEGRADED": self = .degraded
        case "failed", "refused", "forbidden", "circuit open", "unresponsive", "DOWN": self = .down
        default: self = .neutral
        }
    }
}
