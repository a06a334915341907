import StrictJSON
import VerificationCore

extension CustomToken {
    /// No custom token with allowed claims is longer, in bytes.
    package static let longest = 8_192
    /// No custom token is good for longer, whatever it says.
    private static let longestLife: Int64 = 3_600
    /// How many seconds in the future a token may have been made: the backend's clock may be ahead.
    private static let clockDifference: Int64 = 60

    /// Reads what a token says whose signature is right.
    ///
    /// - Parameters:
    ///   - payload: the token's claims.
    ///   - account: whose key has signed the token.
    ///   - project: where somebody wants to sign in.
    ///   - now: the store's time.
    /// - Throws: `credentialMismatch` for an account of another project; `invalidCustomToken` for what no library of a
    ///   backend writes, and for a token whose time is over; the words of `CustomClaims` for the claims.
    package init(
        _ payload: JSONObject, signedBy account: ServiceAccount, for project: ProjectID, at now: Timestamp
    ) throws(WireError) {
        guard account.project == project else { throw .refused(.credentialMismatch) }
        guard payload["aud"]?.string == Self.audience else {
            throw Self.bad("The audience is not that of custom tokens.")
        }
        guard payload["iss"]?.string == account.email, payload["sub"]?.string == account.email else {
            throw Self.bad("The issuer and the subject are not the service account that signed.")
        }
        try Self.checkTimes(payload, now)
        guard !payload.contains("tenant_id") else { throw Self.bad("No project has tenants.") }
        guard let id = payload["uid"]?.string.flatMap(LocalID.init) else {
            throw Self.bad("The uid is no text of 1 to 128 characters, or has a control character.")
        }
        self.init(id, claims: try Self.claims(payload))
    }

    private static func checkTimes(_ payload: JSONObject, _ now: Timestamp) throws(WireError) {
        guard let madeAt = payload["iat"]?.integer, let end = payload["exp"]?.integer, madeAt >= 0, madeAt < end else {
            throw bad("It does not say from when until when it is good.")
        }
        guard madeAt <= now.unixSeconds + clockDifference else { throw bad("It was made in the future.") }
        guard end - madeAt <= longestLife else { throw bad("It is good for longer than an hour.") }
        guard now.unixSeconds < end else { throw bad("It has expired.") }
    }

    private static func bad(_ words: String) -> WireError { .refused(.invalidCustomToken, words) }
}
