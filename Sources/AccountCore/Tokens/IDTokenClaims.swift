import StrictJSON
import VerificationCore

/// The claims of an ID token; `TokenIssuer` signs and encodes them.
package struct IDTokenClaims: Sendable, Hashable {
    /// How long a token is good unless the project says otherwise.
    package static let usualLife = Duration.seconds(3_600)

    /// The names of what a token may say by itself, without what a project adds.
    package static let names = [
        "iss", "aud", "sub", "user_id", "iat", "exp", "auth_time", "name", "picture", "email", "email_verified",
        "phone_number", "provider_id", "firebase",
    ]

    package let json: JSONObject

    /// - Parameters:
    ///   - account: whose token it is.
    ///   - method: how the session began.
    ///   - project: the audience.
    ///   - issuer: for example `https://securetoken.google.com/demo-shop`.
    ///   - life: from `now` to the token's end.
    ///   - signedInAt: when the person proved who they are; a refresh does not move it.
    ///   - added: what the session's custom token adds; it wins over the account's own claims.
    ///   - attributes: what a SAML provider says beside the identity.
    ///   - now: the store's time.
    package init(
        of account: Account, _ method: SignInMethod, project: ProjectID, issuer: String, life: Duration = usualLife,
        signedInAt: Timestamp, added: CustomClaims? = nil, attributes: JSONObject? = nil, at now: Timestamp
    ) {
        var claims = JSONObject()
        claims["name"] = account.displayName.map(JSONValue.string)
        claims["picture"] = account.photoURL.map(JSONValue.string)
        for member in account.customClaims?.members.members ?? [] { claims[member.key] = member.value }
        for member in added?.members.members ?? [] { claims[member.key] = member.value }
        // Custom claims may replace what stands above, and nothing of what follows.
        claims["iss"] = .string(issuer)
        claims["aud"] = .string(project.text)
        claims["sub"] = .string(account.id.text)
        claims["user_id"] = .string(account.id.text)
        claims["iat"] = .integer(now.unixSeconds)
        claims["exp"] = .integer((now + life).unixSeconds)
        claims["auth_time"] = .integer(signedInAt.unixSeconds)
        claims["email"] = account.email.map(JSONValue.string)
        claims["email_verified"] = account.email == nil ? nil : .bool(account.isEmailVerified)
        claims["phone_number"] = account.phone.map(JSONValue.string)
        claims["provider_id"] = method.provider == .anonymous ? .string(method.provider.text) : nil
        var session = Self.session(account, by: method)
        session["sign_in_attributes"] = attributes.map(JSONValue.object)
        claims["firebase"] = .object(session)
        json = claims
    }

    private static func session(_ account: Account, by method: SignInMethod) -> JSONObject {
        var identities = JSONObject()
        identities["phone"] = account.phone.map { [.string($0)] }
        identities["email"] = account.email.map { [.string($0)] }
        for link in account.links { identities[link.provider.text] = [.string(link.rawID)] }
        var session = JSONObject()
        session["identities"] = .object(identities)
        session["sign_in_provider"] = .string(method.provider.text)
        session["sign_in_second_factor"] = (method.secondFactor?.provider.text).map(JSONValue.string)
        session["second_factor_identifier"] = (method.secondFactor?.enrollmentID).map(JSONValue.string)
        return session
    }
}
