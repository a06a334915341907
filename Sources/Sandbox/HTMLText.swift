/// Text made harmless for HTML, between tags and within quotes.
enum HTMLText {
    /// Goes by scalars: a quote with an accent on it is one character to Swift, but still a quote to a browser.
    static func escaped(_ text: String) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": safe.append(contentsOf: "&amp;".unicodeScalars)
            case "<": safe.append(contentsOf: "&lt;".unicodeScalars)
            case ">": safe.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": safe.append(contentsOf: "&quot;".unicodeScalars)
            case "'": safe.append(contentsOf: "&#39;".unicodeScalars)
            case "\0": safe.append("\u{FFFD}")
            default: safe.append(scalar)
            }
        }
        return String(safe)
    }
}
