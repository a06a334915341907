/// A way to sign in, as the wire names it, for example `phone` or `facebook.com`.
package struct ProviderID: Sendable, Hashable, CustomStringConvertible {
    package let text: String

    /// Nil for an empty text.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }

    private init(known text: String) { self.text = text }

    package static let phone = ProviderID(known: "phone")
    package static let password = ProviderID(known: "password")
    package static let custom = ProviderID(known: "custom")
    package static let anonymous = ProviderID(known: "anonymous")

    package var description: String { text }
}
