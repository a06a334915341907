/// One text of the catalog or of an app, taken apart at its placeholders.
///
/// In the catalog the placeholders are the ones Xcode writes and checks: `%1$@` is the app's name, `%2$@` the code, `%3$lld` the
/// minutes, `%arg` the minutes inside a substitution, `%#@name@` a substitution, and `%%` a percent sign.
struct MessageFormat: Sendable, Hashable {
    enum Segment: Sendable, Hashable {
        case literal(String)
        case app
        case code
        case minutes
        case substitution(String)
    }

    private(set) var segments: [Segment] = []

    private static let placeholders: KeyValuePairs<String, Segment> = [
        "%1$@": .app, "%2$@": .code, "%3$lld": .minutes, "%arg": .minutes, "%%": .literal("%"),
    ]

    init(segments: [Segment]) {
        self.segments = segments
    }

    /// Nil if there is a percent sign that begins none of the placeholders.
    init?(_ value: String) {
        var rest = value[...]
        while let percent = rest.firstIndex(of: "%") {
            append(.literal(String(rest[..<percent])))
            rest = rest[percent...]
            if let (text, segment) = Self.placeholders.first(where: { rest.hasPrefix($0.key) }) {
                append(segment)
                rest = rest.dropFirst(text.count)
            } else if rest.hasPrefix("%#@"), let end = rest.dropFirst(3).firstIndex(of: "@") {
                append(.substitution(String(rest[rest.index(rest.startIndex, offsetBy: 3)..<end])))
                rest = rest[rest.index(after: end)...]
            } else {
                return nil
            }
        }
        append(.literal(String(rest)))
    }

    mutating func append(_ segment: Segment) {
        if case .literal(let text) = segment {
            guard !text.isEmpty else { return }
            if case .literal(let before)? = segments.last {
                segments[segments.count - 1] = .literal(before + text)
                return
            }
        }
        segments.append(segment)
    }

    /// The text with each substitution replaced by what the closure has for its name; nil where it has nothing.
    func replacingSubstitutions(_ replacement: (String) -> MessageFormat?) -> MessageFormat? {
        var format = self
        format.segments = []
        for segment in segments {
            if case .substitution(let name) = segment {
                guard let replacement = replacement(name) else { return nil }
                replacement.segments.forEach { format.append($0) }
            } else {
                format.append(segment)
            }
        }
        return format
    }

    /// Whether any of its own letters run from right to left.
    var isRightToLeft: Bool {
        segments.contains { segment in
            if case .literal(let words) = segment { Direction.hasRightToLeft(words) } else { false }
        }
    }

    func count(of segment: Segment) -> Int { segments.count { $0 == segment } }

    /// The text with everything filled in; whatever the values say stays as it is.
    func text(app: String, code: String, minutes: String) -> String {
        var text = ""
        text.reserveCapacity(192)
        for segment in segments {
            switch segment {
            case .literal(let words): text += words
            case .app: text += app
            case .code: text += code
            case .minutes: text += minutes
            // Replaced when the catalog was read, which refuses a text with an unknown one.
            case .substitution: break
            }
        }
        return text
    }
}
