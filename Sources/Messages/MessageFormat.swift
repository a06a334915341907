/// One text of the catalog or of an app, taken apart at its placeholders.
///
/// In the catalog they are the placeholders that Xcode writes and checks:
///
/// - `%1$@` is the app's name, `%2$@` the code, `%3$lld` the minutes;
/// - `%#@name@` is a substitution, `%arg` or `%lld` the number inside it;
/// - `%%` is a percent sign.
struct MessageFormat: Sendable, Hashable {
    enum Fragment: Sendable, Hashable {
        case literal(String)
        case app
        case code
        /// The minutes or hours, in digits.
        case number
        /// Words that depend on the number; the catalog has them beside the text.
        case substitution(String)
        /// Words that depend on the number, in each form that an app has written.
        case counted([PluralCategory: MessageFormat])
    }

    private(set) var fragments: [Fragment] = []

    private static let placeholders: KeyValuePairs<String, Fragment> = [
        "%1$@": .app, "%2$@": .code, "%3$lld": .number, "%arg": .number, "%lld": .number,
        "%%": .literal("%"),
    ]

    init(fragments: [Fragment]) {
        self.fragments = fragments
    }

    /// Takes a catalog's text apart; nil if a percent sign begins an unknown placeholder.
    init?(_ value: String) {
        var rest = value[...]
        while let percent = rest.firstIndex(of: "%") {
            append(.literal(String(rest[..<percent])))
            rest = rest[percent...]
            if let (text, fragment) = Self.placeholders.first(where: { rest.hasPrefix($0.key) }) {
                append(fragment)
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

    mutating func append(_ fragment: Fragment) {
        if case .literal(let text) = fragment {
            guard !text.isEmpty else { return }
            if case .literal(let before)? = fragments.last {
                fragments[fragments.count - 1] = .literal(before + text)
                return
            }
        }
        fragments.append(fragment)
    }

    /// The text with each substitution replaced by the closure's answer to its name; nil if the answer is nil.
    func replacingSubstitutions(_ replacement: (String) -> MessageFormat?) -> MessageFormat? {
        replacing { fragment in
            if case .substitution(let name) = fragment {
                replacement(name)
            } else {
                MessageFormat(fragments: [fragment])
            }
        }
    }

    /// The text with the words for a form of counting; nil where it lacks that form.
    func form(_ category: PluralCategory) -> MessageFormat? {
        replacing { fragment in
            if case .counted(let forms) = fragment { forms[category] } else { MessageFormat(fragments: [fragment]) }
        }
    }

    private func replacing(_ replacement: (Fragment) -> MessageFormat?) -> MessageFormat? {
        var format = MessageFormat(fragments: [])
        for fragment in fragments {
            guard let replacement = replacement(fragment) else { return nil }
            replacement.fragments.forEach { format.append($0) }
        }
        return format
    }

    /// Whether any letter of the text itself runs from right to left.
    var isRightToLeft: Bool {
        fragments.contains { fragment in
            if case .literal(let words) = fragment { Direction.hasRightToLeft(words) } else { false }
        }
    }

    func count(of fragment: Fragment) -> Int { fragments.count { $0 == fragment } }

    /// The text with everything filled in; the values stay as they are.
    ///
    /// Where a name ends with a mark of its own, a full stop right after it is left out: `Demo Inc.` needs no second
    /// stop.
    func text(app: String, code: String, number: String) -> String {
        let isNameStopped = app.unicodeScalars.last { !$0.properties.isBidiControl }.map(Self.ends.contains) == true
        var isAfterName = false
        var text = ""
        text.reserveCapacity(192)
        for fragment in fragments {
            switch fragment {
            case .literal(let words):
                let isDoubled =
                    isAfterName && isNameStopped && words.unicodeScalars.first.map(Self.stops.contains) == true
                text += isDoubled ? words.dropFirst() : words[...]
            case .app: text += app
            case .code: text += code
            case .number: text += number
            // Replaced before the text is filled in.
            case .substitution, .counted: break
            }
            isAfterName = fragment == .app
        }
        return text
    }

    private static let stops = Set(".。।۔։።။".unicodeScalars)
    private static let ends = stops.union("!?…！？؟".unicodeScalars)
}

/// Which way letters run, as far as a message must care (Unicode Standard Annex 9).
enum Direction {
    /// The name between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE.
    ///
    /// A phone lays out what is between them by itself, in the direction of its first letter. Then it puts the result
    /// into the sentence as one piece. So `Shop 24!` keeps its mark on the right in a Hebrew text, and no digit of the
    /// name joins the code.
    static func isolated(_ name: String) -> String { "\u{2068}\(name)\u{2069}" }

    /// Whether any letter runs from right to left.
    static func hasRightToLeft(_ text: String) -> Bool {
        // In UTF-8 no such letter begins with a byte below D6.
        text.utf8.contains { $0 >= 0xD6 } && text.unicodeScalars.contains(where: isRightToLeft)
    }

    /// Whether a mark overrides or embeds the direction of the characters after it; isolates replaced these marks.
    static func isForced(by scalar: Unicode.Scalar) -> Bool { (0x202A...0x202E).contains(scalar.value) }

    /// Whether it is a letter in a block that the standard sets aside for scripts from right to left.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            scalar.properties.isAlphabetic
        default: false
        }
    }
}
