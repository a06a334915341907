import FoundationEssentials

/// The name and the secret in an `Authorization` field of the scheme Basic.
struct BasicAuth: Sendable {
    let name: String
    let secret: String

    /// Nil for another scheme, and for what is no Base64 of UTF-8 with a colon.
    init?(_ field: String?) {
        guard let field, field.lowercased().hasPrefix("basic "),
            let data = Data(base64Encoded: String(field.dropFirst(6)).trimmingSpaces),
            let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":")
        else { return nil }
        name = String(text[..<colon])
        secret = String(text[text.index(after: colon)...])
    }
}

extension String {
    fileprivate var trimmingSpaces: String { filter { $0 != " " } }
}
