import Operations
import StrictJSON
import VerificationCore

extension Cached {
    /// How old what a page shows is, and why; the template `sign.mustache` says it to people.
    var sign: JSONValue { sign(of: nil) }

    /// `part`: of what a page speaks that shows several parts, for example `Queues`.
    func sign(of part: String?) -> JSONValue {
        let trouble = trouble ?? (isOverdue ? "there is no newer answer yet" : nil)
        return [
            "part": .text(part), "at": .time(at), "isCurrent": .bool(trouble == nil), "trouble": .text(trouble),
        ]
    }
}
