import Operations
import StrictJSON
import VerificationCore

/// How pages write what they know: each fact in its machine's form, which templates turn into text for people.
extension JSONValue {
    /// Null for nil.
    static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// Null for an empty text, so that a template can ask whether there is anything.
    static func word(_ text: String) -> JSONValue { text.isEmpty ? .null : .string(text) }

    /// Null for nil.
    static func count(_ count: Int?) -> JSONValue { count.map { .integer(Int64($0)) } ?? .null }

    /// As RFC 3339 in UTC; null for nil.
    static func time(_ time: Timestamp?) -> JSONValue { time.map { .string($0.rfc3339) } ?? .null }

    /// In seconds to the millisecond; null for nil.
    static func seconds(_ duration: Duration?) -> JSONValue {
        duration.map { .decimal(Double($0.wholeMicroseconds / 1_000) / 1_000) } ?? .null
    }

    /// A share of a whole, from 0 to 1, to four digits; null where the whole is nothing.
    static func share(_ part: Int, of whole: Int) -> JSONValue {
        guard whole > 0 else { return .null }
        return .decimal((Double(part) / Double(whole) * 10_000).rounded() / 10_000)
    }
}

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
