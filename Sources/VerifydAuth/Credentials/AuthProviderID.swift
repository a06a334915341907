/// The id of a provider, as ``OAuthProvider`` takes it.
public struct AuthProviderID: RawRepresentable, Sendable, Hashable {
    /// The id, for example `apple.com`.
    public let rawValue: String

    /// Makes an id.
    ///
    /// - Parameter rawValue: for example `apple.com`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sign in with Apple.
    public static let apple = AuthProviderID(rawValue: "apple.com")
    /// Facebook, by Limited Login.
    public static let facebook = AuthProviderID(rawValue: "facebook.com")
    /// Google.
    public static let google = AuthProviderID(rawValue: "google.com")
    /// Codes by SMS.
    public static let phone = AuthProviderID(rawValue: "phone")
    /// An e-mail address and a password.
    public static let email = AuthProviderID(rawValue: "password")

    /// Another provider of OpenID Connect.
    ///
    /// - Parameter customOAuth: the provider's id in the project, for example `oidc.partner`.
    /// - Returns: the id.
    public static func custom(_ customOAuth: String) -> AuthProviderID { AuthProviderID(rawValue: customOAuth) }
}
