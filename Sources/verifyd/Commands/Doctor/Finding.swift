import StrictJSON
import VerificationCore

/// One thing that `verifyd doctor` has looked at.
struct Finding {
    enum Level: String {
        case ok
        /// Works, and is not as it should be.
        case warning
        /// Does not work.
        case failed
    }

    let subject: String
    let level: Level
    let words: String

    init(_ subject: String, _ level: Level = .ok, _ words: String) {
        self.subject = subject
        self.level = level
        self.words = words
    }

    /// What the look came to; what it throws is a failure in its own words.
    static func of(_ subject: String, _ look: () throws -> String) -> Finding {
        do { return Finding(subject, .ok, try look()) } catch { return Finding(subject, .failed, "\(error)") }
    }

    var row: [String] { [level == .failed ? "FAILED" : level.rawValue, subject, words] }

    var json: JSONValue {
        .members([
            "subject": .string(subject), "ok": .bool(level != .failed), "level": .string(level.rawValue),
            "detail": .string(words),
        ])
    }
}
