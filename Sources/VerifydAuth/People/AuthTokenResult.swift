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
    private let payload: Claims

    /// All claims, as `JSONSerialization` reads them.
    public var claims: [String: Any] { payload.all }

    /// Throws `malformedJWT` for a text that is not a token of the server.
    init(token: String) throws {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        // The emulator signs nothing: its third part is empty.
        guard parts.count == 3, let payload = Claims(parts[1]), let ends = payload.date("exp"),
            let issued = payload.date("iat"), let proved = payload.date("auth_time"),
            let session = payload.all["firebase"] as? [String: Any],
            let provider = session["sign_in_provider"] as? String
        else { throw AuthError(.malformedJWT) }
        self.token = token
        self.payload = payload
        (expirationDate, issuedAtDate, authDate) = (ends, issued, proved)
        signInProvider = provider
        signInSecondFactor = session["sign_in_second_factor"] as? String
    }
}

/// The claims of a token.
private struct Claims: @unchecked Sendable {
    // Unchecked, because `Any` tells nothing. `JSONSerialization` makes values that nobody can change.
    let all: [String: Any]

    init?(_ part: Substring) {
        let text = part.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding) else { return nil }
        do {
            guard let all = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { return nil }
            self.all = all
        } catch {
            // Where the JSON breaks off is of no use to an app: the token is not the server's.
            return nil
        }
    }

    /// The date of a claim that counts seconds; nil if it is missing or no number.
    func date(_ name: String) -> Date? {
        (all[name] as? NSNumber).map { Date(timeIntervalSince1970: $0.doubleValue) }
    }
}
