/// Texts of others inside Markdown.
enum MarkdownText {
    /// What begins a structure inside a line: emphasis, code, links, pictures, HTML, entities, tables.
    private static let special: Set<Unicode.Scalar> = [
        "\\", "`", "*", "_", "[", "]", "<", ">", "#", "|", "~", "&", "!", "{", "}",
    ]

    /// The text on one line, with a backslash before whatever Markdown would read as a structure.
    ///
    /// It must not stand at the beginning of a line. An address makes no link: its `://` and its `www.` are escaped.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        for (place, scalar) in scalars.enumerated() {
            if breaksLine(scalar) {
                escaped.append(" ")
                continue
            }
            let next = place + 1 < scalars.count ? scalars[place + 1] : " "
            let isOfAddress =
                scalar == ":" && next == "/" || scalar == "@"
                || scalar == "." && place > 0 && (scalars[place - 1] == "w" || scalars[place - 1] == "W")
            if special.contains(scalar) || isOfAddress { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }

    /// Also characters that turn the direction of what follows, and those that programs take for the end of a line.
    private static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
