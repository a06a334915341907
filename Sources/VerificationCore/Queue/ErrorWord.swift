/// A failure as a message's headers name it: a short line of printable ASCII.
package struct ErrorWord: Sendable, Hashable, CustomStringConvertible {
    private static let longest = 100

    package let description: String

    /// The word for an error of verifyd's own, cut at 100 characters, with `?` for what is not printable ASCII.
    ///
    /// `error` must be a stable word, such as a gateway's reason: nothing here would take a phone number out of it.
    package init(_ error: String) {
        description = String(
            error.unicodeScalars.prefix(Self.longest).map { Self.isPrintable($0) ? Character($0) : "?" })
    }

    /// Reads a header, which any publisher may have written; nil for what verifyd would not have written.
    package init?(header: String) {
        guard !header.isEmpty, header.utf8.count <= Self.longest, header.unicodeScalars.allSatisfy(Self.isPrintable)
        else { return nil }
        description = header
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool { (0x20...0x7E).contains(scalar.value) }
}
