/// Text made harmless for HTML, between tags and within quotes.
package enum HTMLText {
    /// Escapes scalar by scalar; swift-mustache 2.1.1 escapes character by character, which is not safe.
    ///
    /// For Swift, a quote with an accent is another character than a quote, so swift-mustache does not escape it. For a
    /// browser it is still a quote, which ends an attribute: `"\u{301} onfocus=…`.
    package static func escaped(_ text: String) -> String {
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
