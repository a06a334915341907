extension MessageFormat {
    private static let names: [Substring: Fragment] = ["app": .app, "code": .code, "minutes": .number]

    /// Takes apart a text of an app's own.
    ///
    /// A placeholder is a name in braces, and a doubled brace is a brace.
    init(appText: String) throws(AppTextError) {
        self.init(fragments: [])
        var rest = appText.unicodeScalars[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            append(.literal(String(rest[..<brace])))
            let isOpening = rest[brace] == "{"
            let next = rest.index(after: brace)
            if next < rest.endIndex, rest[next] == rest[brace] {
                append(.literal(isOpening ? "{" : "}"))
                rest = rest[rest.index(after: next)...]
            } else {
                guard isOpening, let end = rest[next...].firstIndex(of: "}") else { throw .brace }
                append(try Self.placeholder(Substring(rest[next..<end])))
                rest = rest[rest.index(after: end)...]
            }
        }
        append(.literal(String(rest)))
    }

    /// What stands between braces: a name, or the minutes with words for each form.
    ///
    /// For example `minutes|one:# day|other:# days`.
    private static func placeholder(_ text: Substring) throws(AppTextError) -> Fragment {
        if let fragment = names[text] { return fragment }
        let pieces = text.split(separator: "|", omittingEmptySubsequences: false)
        guard pieces.count > 1, pieces[0] == "minutes" else { throw .placeholder(String(text.prefix(40))) }
        var forms: [PluralCategory: MessageFormat] = [:]
        for piece in pieces.dropFirst() {
            let colon = piece.firstIndex(of: ":") ?? piece.endIndex
            guard let category = PluralCategory(rawValue: String(piece[..<colon])), forms[category] == nil,
                colon < piece.endIndex, !piece.contains("{")
            else { throw .form(String(piece.prefix(40))) }
            forms[category] = words(piece[piece.index(after: colon)...])
        }
        return .counted(forms)
    }

    /// One form's words, in which `#` is the number.
    private static func words(_ text: Substring) -> MessageFormat {
        var format = MessageFormat(fragments: [])
        for (index, words) in text.split(separator: "#", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { format.append(.number) }
            format.append(.literal(String(words)))
        }
        return format
    }

    /// The forms of each placeholder that counts.
    var countedForms: [[PluralCategory: MessageFormat]] {
        fragments.compactMap { fragment in
            if case .counted(let forms) = fragment { forms } else { nil }
        }
    }

    /// Whether a digit or another placeholder stands right beside the code.
    var isCodeCrowded: Bool {
        guard let code = fragments.firstIndex(of: .code) else { return false }
        return fragments[..<code].last.map { Self.crowds($0, \.last) } == true
            || fragments[(code + 1)...].first.map { Self.crowds($0, \.first) } == true
    }

    private static func crowds(_ neighbour: Fragment, _ edge: (String.UnicodeScalarView) -> Unicode.Scalar?) -> Bool {
        guard case .literal(let words) = neighbour else { return true }
        return edge(words.unicodeScalars)?.properties.generalCategory == .decimalNumber
    }
}
