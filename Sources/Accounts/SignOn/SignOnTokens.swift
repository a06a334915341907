import AccountCore
import StrictJSON
import VerificationCore

/// Checks the ID tokens of the operators' provider, by the rules and with the keys of `IDTokenProofs`.
struct SignOnTokens: Sendable {
    private let client: SignOnClient
    private let keys: KeySetCache
    private let provider: IdentityProvider

    init(_ client: SignOnClient, keys: KeySetCache) {
        (self.client, self.keys) = (client, keys)
        var provider = IdentityProvider(.operators)
        (provider.ownIssuer, provider.audiences) = (client.issuer, [client.id])
        self.provider = provider
    }

    /// What the token says, if the provider has made it for this sign-in (OpenID Connect Core 1.0, section 3.1.3.7).
    ///
    /// - Parameters:
    ///   - text: the token.
    ///   - nonce: what the sign-in has sent along; a token without a nonce is no good.
    ///   - place: where the provider's keys are.
    ///   - now: the store's time.
    /// - Returns: its claims.
    /// - Throws: `badToken`, or `unreachable` where only the provider could say that the key is its own.
    func claims(
        in text: String, nonce: String, keys place: KeySetPlace, at now: Timestamp
    ) async throws(SignOnError) -> JSONObject {
        guard text.utf8.count <= ForeignIDToken.longest, let token = TokenText(text), let claims = token.claims else {
            throw .badToken("it is malformed or too long")
        }
        guard ["RS256", "ES256"].contains(token.algorithm) else {
            throw .badToken("it is not signed by RS256 or ES256")
        }
        // A token for this client alone may still say that another client asked for it.
        guard claims["azp"].map({ $0.string == client.id }) ?? true else { throw .badToken("another client got it") }
        let key: TokenVerifier?
        do throws(AccountError) {
            try ForeignIDToken(claims, of: provider, at: now).checkNonce(hash: nonce)
            key = try await keys.key(token.keyID, in: place, now: now)
        } catch {
            throw error.asSignOn
        }
        guard let key, key.hasSigned(token) else { throw .badToken("no key of the provider has signed it") }
        return claims
    }
}

extension AccountError {
    fileprivate var asSignOn: SignOnError {
        if isOutage { return .unreachable("its keys cannot be read") }
        if case .refused(.missingOrInvalidNonce, _) = self { return .badToken("it belongs to another sign-in") }
        if case .refused(_, let words?) = self { return .badToken(words) }
        return .badToken("it was refused")
    }
}
