import StrictJSON
import VerificationCore

/// A thing that `verifyd doctor` has checked.
struct Finding {
    enum Level: String {
        case ok
        /// It works, but an operator should change it.
        case warning
        /// It does not work.
        case failed
    }

    let subject: String
    let level: Level
    let words: String

    init(_ subject: String, is level: Level = .ok, words: String) {
        self.subject = subject
        self.level = level
        self.words = words
    }

    /// A finding with the text that `look` returns; an error becomes a failure with the error's text.
    static func of(_ subject: String, _ look: () throws -> String) -> Finding {
        do { return Finding(subject, is: .ok, words: try look()) } catch {
            return Finding(subject, is: .failed, words: "\(error)")
        }
    }

    var row: [String] { [level == .failed ? "FAILED" : level.rawValue, subject, words] }

    var json: JSONValue {
        .members([
            "subject": .string(subject), "ok": .bool(level != .failed), "level": .string(level.rawValue),
            "detail": .string(words),
        ])
    }
}
