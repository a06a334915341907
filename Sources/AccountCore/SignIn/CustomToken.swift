import StrictJSON
import VerificationCore

/// A token in which a backend names the person who signs in.
package struct CustomToken: Sendable, Hashable {
    /// The audience of all custom tokens.
    package static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    package let id: LocalID
    /// What the backend adds to the ID tokens of the session; nil where it adds nothing.
    package let claims: CustomClaims?

    init(_ id: LocalID, claims: CustomClaims?) { (self.id, self.claims) = (id, claims) }

    /// Reads a JWT, signed or not, or the plain JSON object of its payload: an emulator checks no signature.
    ///
    /// Its times are not looked at, so that a developer's tests may use a token for years. Its claims are checked as
    /// those of an account are.
    package init(emulated text: String) throws(AccountError) {
        let payload = text.hasPrefix("{") ? try Self.plain(text) : try Self.payload(ofJWT: text)
        guard let name = Self.name(payload["uid"]) ?? Self.name(payload["user_id"]), !name.isEmpty else {
            throw .refused(.missingIdentifier)
        }
        guard let id = LocalID(name) else {
            throw .refused(.invalidCustomToken, "The uid is longer than 128 characters, or has a control character.")
        }
        self.init(id, claims: try Self.claims(payload))
    }

    static func claims(_ payload: JSONObject) throws(AccountError) -> CustomClaims? {
        try payload["claims"].map { claims throws(AccountError) in
            try CustomClaims(String(decoding: claims.serialized, as: UTF8.self))
        }
    }

    private static func plain(_ text: String) throws(AccountError) -> JSONObject {
        guard let payload = object(Array(text.utf8)) else {
            throw .refused(.invalidCustomToken, "Neither strict JSON nor a JWT.")
        }
        return payload
    }

    private static func payload(ofJWT text: String) throws(AccountError) -> JSONObject {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, Base64.decode(parts[0]).flatMap(object) != nil,
            let payload = Base64.decode(parts[1]).flatMap(object)
        else { throw .refused(.invalidCustomToken, "Invalid assertion format") }
        guard payload["aud"]?.string == audience else {
            throw .refused(.invalidCustomToken, "The audience is not that of custom tokens.")
        }
        return payload
    }

    private static func object(_ bytes: [UInt8]) -> JSONObject? {
        // A text that is no JSON is no token, for whatever reason.
        (try? JSONValue(parsing: bytes))?.object
    }

    /// A number or a truth value may stand for a text.
    private static func name(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text)?: text
        case .integer?, .decimal?, .bool?: value.map { String(decoding: $0.serialized, as: UTF8.self) }
        case .null?, .array?, .object?, nil: nil
        }
    }
}

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
    ///   - project: the project to sign in to.
    ///   - now: the store's time.
    /// - Throws: `credentialMismatch` for an account of another project; `invalidCustomToken` for a token that no library
    ///   of a backend writes, or whose time is over. The errors of `CustomClaims` come from its claims.
    package init(
        _ payload: JSONObject, signedBy account: ServiceAccount, for project: ProjectID, at now: Timestamp
    ) throws(AccountError) {
        guard account.project == project else { throw .refused(.credentialMismatch) }
        guard payload["aud"]?.string == Self.audience else {
            throw Self.bad("The audience is not that of custom tokens.")
        }
        guard payload["iss"]?.string == account.email, payload["sub"]?.string == account.email else {
            throw Self.bad("The issuer and the subject are not the service account that signed.")
        }
        try Self.checkTimes(payload, at: now)
        guard !payload.contains("tenant_id") else { throw Self.bad("No project has tenants.") }
        guard let id = payload["uid"]?.string.flatMap(LocalID.init) else {
            throw Self.bad("The uid is no text of 1 to 128 characters, or has a control character.")
        }
        self.init(id, claims: try Self.claims(payload))
    }

    private static func checkTimes(_ payload: JSONObject, at now: Timestamp) throws(AccountError) {
        guard let madeAt = payload["iat"]?.integer, let end = payload["exp"]?.integer, madeAt >= 0, madeAt < end else {
            throw bad("It does not say from when until when it is good.")
        }
        guard madeAt <= now.unixSeconds + clockDifference else { throw bad("It was made in the future.") }
        guard end - madeAt <= longestLife else { throw bad("It is good for longer than an hour.") }
        guard now.unixSeconds < end else { throw bad("It has expired.") }
    }

    private static func bad(_ words: String) -> AccountError { .refused(.invalidCustomToken, words) }
}
