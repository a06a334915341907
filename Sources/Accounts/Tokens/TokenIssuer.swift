import AccountCore
import StrictJSON
import VerificationCore

/// Makes ID tokens and session cookies, reads ID tokens, and publishes the keys with which others check both.
///
/// An emulator signs nothing. So it makes no token that opens anything in production, and firebase-admin for Node, which
/// takes only unsigned tokens of an emulator, takes them.
package struct TokenIssuer: Sendable {
    /// How long others may keep the public keys.
    package static let keysAreFresh = Duration.seconds(3_600)
    /// How long a session cookie may be good: from five minutes to 14 days.
    package static let cookieLives = Duration.seconds(300)...Duration.seconds(14 * 86_400)

    private let cache: SigningKeyCache
    private let mode: IdentityMode
    private let report: @Sendable (StoreError) -> Void

    /// - Parameters:
    ///   - keys: where the signing keys are; the issuer makes the first key when it is first needed.
    ///   - watch: tells of changes of them.
    ///   - keyRing: opens their private keys.
    ///   - mode: an emulator makes unsigned tokens, and reads them beside the signed tokens that it used to make.
    ///   - report: hears why a key cannot be used, and why the store gives no answer.
    ///   - now: the store's time.
    ///   - randomBytes: makes random bytes with a generator that is good enough for secrets.
    package init(
        keys: any SigningKeyStore, watch: any ChangeKnowledge, keyRing: KeyRing, mode: IdentityMode,
        report: @escaping @Sendable (StoreError) -> Void, now: @escaping @Sendable () -> Timestamp,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        cache = SigningKeyCache(
            keys, watch: watch, keyRing: keyRing, report: report, now: now, randomBytes: randomBytes)
        (self.mode, self.report) = (mode, report)
    }

    /// The ID token of a session, as its account is now.
    ///
    /// `attributes`: what a SAML provider has said in this very sign-in; no session keeps it.
    package func idToken(
        of account: Account, in session: RefreshSession, for project: Project, attributes: JSONObject? = nil,
        at now: Timestamp
    ) async throws(AccountError) -> String {
        let claims = IDTokenClaims(
            of: account, session.method, project: project.id, issuer: project.issuer, life: project.tokenLife,
            signedInAt: session.authTime, added: session.claims, attributes: attributes, at: now)
        return try await sign(claims.json, at: now)
    }

    /// A session cookie: what an ID token says, for longer.
    ///
    /// - Parameters:
    ///   - token: an ID token that is good.
    ///   - project: whose token it is.
    ///   - life: how long the cookie is good; see `cookieLives`.
    ///   - now: the store's time.
    /// - Returns: a token with an issuer of its own, so that a thief cannot use it as an ID token.
    /// - Throws: `unavailable`.
    package func sessionCookie(
        of token: ReadToken, for project: Project, life: Duration, at now: Timestamp
    ) async throws(AccountError) -> String {
        var claims = token.claims
        claims["iss"] = .string(project.cookieIssuer)
        claims["iat"] = .integer(now.unixSeconds)
        claims["exp"] = .integer((now + life).unixSeconds)
        return try await sign(claims, at: now)
    }

    /// Reads an ID token of a project; whether its account still takes it, `TokenCheck` says.
    ///
    /// - Parameters:
    ///   - text: the token.
    ///   - project: whose token it must be.
    ///   - now: the store's time.
    /// - Returns: what it says.
    /// - Throws: `invalidIDToken` or `tokenExpired`; `unavailable` while only the store knows whether its key is good.
    package func read(
        idToken text: String, of project: Project, at now: Timestamp
    ) async throws(AccountError) -> ReadToken {
        guard let token = TokenText(text), try await isGood(token), let claims = token.claims else {
            throw .refused(.invalidIDToken)
        }
        return try ReadToken(claims, of: project, at: now)
    }

    /// The public keys of all tokens that may be good, as a set of JSON Web Keys (RFC 7517).
    package func jwks() async throws(AccountError) -> JSONObject {
        JSONObject([JSONObject.Member(key: "keys", value: .array(try await cache.keys().map(\.json)))])
    }

    /// The same keys in certificates as PEM, by the names of the keys.
    package func certificates() async throws(AccountError) -> JSONObject {
        JSONObject(
            try await cache.keys().map { key in
                JSONObject.Member(key: key.stored.id, value: .string(key.stored.certificate))
            })
    }

    private func isGood(_ token: TokenText) async throws(AccountError) -> Bool {
        switch token.algorithm {
        case "RS256":
            guard let id = token.keyID, let key = try await cache.key(id) else { return false }
            return key.hasSigned(token)
        case "none": return mode == .emulator && token.signature.isEmpty
        default: return false
        }
    }

    private func sign(_ claims: JSONObject, at now: Timestamp) async throws(AccountError) -> String {
        if mode == .emulator { return TokenText.unsigned(claims) }
        guard let key = try await cache.keys().signing(at: now) else { throw .unavailable }
        do {
            return try key.sign(claims)
        } catch {
            report(.broken("signing key \(key.stored.id) does not sign: \(error)"))
            throw .internalError
        }
    }
}

extension [LoadedKey] {
    /// The key whose turn it is, of those that can sign.
    fileprivate func signing(at now: Timestamp) -> LoadedKey? {
        let able = filter(\.canSign)
        let current = able.map(\.stored).signing(at: now)
        return able.first { $0.stored == current }
    }
}
