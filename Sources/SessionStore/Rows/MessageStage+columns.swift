import VerificationCore

/// `message.stage` and `message.due_at`.
extension MessageStage {
    init(word: String, due: Timestamp) {
        switch word {
        case "leased": self = .leased(until: due)
        case "waiting": self = .waiting(until: due)
        default: self = .ended
        }
    }

    var word: String {
        switch self {
        case .leased: "leased"
        case .waiting: "waiting"
        case .ended: "ended"
        }
    }

    /// Nil for a message that has ended.
    var due: Timestamp? {
        switch self {
        case .leased(let until), .waiting(let until): until
        case .ended: nil
        }
    }
}
