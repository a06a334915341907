import VerificationCore

extension StoreProblem {
    /// What the store does instead of answering: the words follow "the database".
    var words: String {
        switch self {
        case .unavailable: "does not answer; `verifyd doctor` tells more"
        case .inDoubt: "did not say whether it has done it; look, and try again"
        case .locked, .busy: "is locked by other transactions; try again"
        case .keyMissing: "has something that was made with a key which these settings lack"
        case .unfit(let text), .unreadable(let text), .broken(let text): "refuses: \(text)"
        }
    }
}
