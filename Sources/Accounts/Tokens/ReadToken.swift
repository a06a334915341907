import AccountCore
import StrictJSON
import VerificationCore

/// What an ID token says whose signature is right; whether its account is still there, `TokenCheck` says.
package struct ReadToken: Sendable, Hashable {
    package let id: LocalID
    package let madeAt: Timestamp
    package let method: SignInMethod
    /// When the person proved who they are.
    package let signedInAt: Timestamp
    /// All that it says.
    package let claims: JSONObject

    /// How many seconds in the future a token may have been made: its maker's clock may be ahead.
    private static let clockDifference: Int64 = 60

    /// Throws an `AccountError` for a token of another project, and for a token whose time is over.
    init(_ claims: JSONObject, of project: Project, at now: Timestamp) throws(AccountError) {
        guard project.takes(issuer: claims["iss"]?.string, at: now), claims["aud"]?.string == project.id.text,
            let id = claims["sub"]?.string.flatMap(LocalID.init), let method = SignInMethod(inToken: claims),
            let end = claims["exp"]?.integer, let madeAt = Self.past(claims["iat"], at: now)
        else { throw .refused(.invalidIDToken) }
        guard now.unixSeconds < end else { throw .refused(.tokenExpired) }
        (self.id, self.madeAt, self.method, self.claims) = (id, madeAt, method, claims)
        // Unsigned tokens that tests make do not always have it.
        signedInAt = Self.past(claims["auth_time"], at: now) ?? madeAt
    }

    private static func past(_ value: JSONValue?, at now: Timestamp) -> Timestamp? {
        let latest = now.unixSeconds + clockDifference
        guard let seconds = value?.integer, seconds >= 0, seconds <= latest else { return nil }
        return Timestamp(seconds: seconds)
    }
}

extension Project {
    /// After a change of the issuer the former tokens stay good for their life, or all apps would sign people out.
    fileprivate func takes(issuer named: String?, at now: Timestamp) -> Bool {
        if named == issuer { return true }
        guard let formerIssuer else { return false }
        return named == formerIssuer.issuer && now < formerIssuer.until
    }
}

extension SignInMethod {
    /// Nil when the token does not say how the session began.
    fileprivate init?(inToken claims: JSONObject) {
        let session = claims["firebase"]
        guard let provider = session?["sign_in_provider"]?.string.flatMap(ProviderID.init) else { return nil }
        let factor = session?["sign_in_second_factor"]?.string.flatMap(ProviderID.init)
        let enrollment = session?["second_factor_identifier"]?.string
        self.init(
            provider,
            secondFactor: factor.flatMap { factor in enrollment.map { SecondFactor(factor, enrollmentID: $0) } })
    }
}
