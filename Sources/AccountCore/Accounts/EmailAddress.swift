/// An e-mail address as accounts bear it: in lower-case letters, because an address means the same in whatever case.
package struct EmailAddress: Sendable, Hashable {
    /// As long as mail servers take it (RFC 5321).
    package static let longest = 254

    package let text: String

    /// Nil for a text that no mail can go to.
    ///
    /// There is something on both sides of a single `@`, and no space and no control character. Only a mail would tell
    /// more.
    package init?(_ text: String) {
        let text = text.lowercased()
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= Self.longest,
            text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace })
        else { return nil }
        self.text = text
    }
}
