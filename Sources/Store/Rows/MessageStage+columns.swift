import VerificationCore

/// The columns `stage` and `due_at` of `message`; an unknown word for the stage counts as ended.
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
