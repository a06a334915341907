/// A way to sign in, as the wire names it, for example `phone` or `facebook.com`.
package struct ProviderID: Sendable, Hashable, CustomStringConvertible {
    private let exact: ExactText

    package var text: String { exact.text }

    /// Nil for an empty text.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        exact = ExactText(text)
    }

    private init(known text: String) { exact = ExactText(text) }

    package static let phone = ProviderID(known: "phone")
    package static let password = ProviderID(known: "password")
    package static let email = ProviderID(known: "email")
    package static let custom = ProviderID(known: "custom")
    package static let anonymous = ProviderID(known: "anonymous")

    package var description: String { text }
}
