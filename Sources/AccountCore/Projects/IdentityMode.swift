/// Whom the Firebase surface is for.
package enum IdentityMode: String, Sendable, CaseIterable {
    /// For development: any API key, `Bearer owner`, unsigned tokens, and codes for whoever asks.
    case emulator
    /// For people: keys of scope `client`, administrators by keys of scope `admin`, and signed tokens only.
    case production
}
