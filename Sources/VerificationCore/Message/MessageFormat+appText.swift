extension MessageFormat {
    private static let names: [Substring: Segment] = ["app": .app, "code": .code, "minutes": .minutes]

    /// Takes apart a text of an app's own, in which a placeholder is a name in braces and a doubled brace is a brace.
    init(appText: String) throws(AppTextProblem) {
        self.init(segments: [])
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
                let name = Substring(rest[next..<end])
                guard let segment = Self.names[name] else { throw .placeholder(String(name.prefix(40))) }
                append(segment)
                rest = rest[rest.index(after: end)...]
            }
        }
        append(.literal(String(rest)))
    }

    /// Whether a digit or another placeholder stands right beside the code.
    var isCodeCrowded: Bool {
        guard let code = segments.firstIndex(of: .code) else { return false }
        return segments[..<code].last.map { Self.crowds($0, \.last) } == true
            || segments[(code + 1)...].first.map { Self.crowds($0, \.first) } == true
    }

    private static func crowds(_ neighbour: Segment, _ edge: (String.UnicodeScalarView) -> Unicode.Scalar?) -> Bool {
        guard case .literal(let words) = neighbour else { return true }
        return edge(words.unicodeScalars)?.properties.generalCategory == .decimalNumber
    }
}
