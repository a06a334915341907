import Foundation

/// An ID token and what stands in it.
///
/// The library reads it and does not check the signature: that is your backend's part.
public struct AuthTokenResult: Sendable {
    /// The token, as your backend takes it.
    public let token: String
    /// When the token ends, by the server's clock.
    public let expirationDate: Date
    /// When the person last proved who they are.
    public let authDate: Date
    /// When the token was made.
    public let issuedAtDate: Date
    /// How the person signed in, for example `phone`.
    public let signInProvider: String
    /// Which second factor the session has, `phone` or `totp`; nil for none.
    public let signInSecondFactor: String?
    private let payload: Data

    /// All claims, as `JSONSerialization` reads them.
    public var claims: [String: Any] {
        // The payload was read once, at the beginning, so it is an object.
        (try? JSONSerialization.jsonObject(with: payload)) as? [String: Any] ?? [:]
    }

    init(token: String) throws { throw AuthError(.malformedJWT) }
}
