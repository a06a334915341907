import StrictJSON
import VerificationCore

/// What another provider's ID token says of a person (OpenID Connect Core 1.0, section 3.1.3.7).
///
/// Its signature is the caller's to check.
package struct ForeignIDToken: Sendable, Hashable {
    /// No provider's token is longer, in bytes.
    package static let longest = 16_384
    /// How many seconds in the future a token may have been made: the provider's clock may be ahead.
    private static let clockDifference: Int64 = 60
    /// How old a token may be, in seconds.
    ///
    /// The store forgets after two days that it was used.
    private static let longestAge: Int64 = 86_400
    /// The standard's bound, in bytes.
    private static let longestSubject = 255

    /// What the token says the nonce's SHA-256 is; nil where it names no nonce.
    package let nonce: String?
    private let provider: IdentityProvider
    private let subject: String
    private let claims: JSONObject

    /// Throws `invalidIDPResponse` for the token of another issuer or app, and for one whose time is over or to come.
    package init(_ claims: JSONObject, of provider: IdentityProvider, at now: Timestamp) throws(AccountError) {
        guard let issuer = claims["iss"]?.string, provider.issuers.contains(issuer) else {
            throw Self.bad("Another issuer has made the ID token.")
        }
        guard Self.isMeant(claims, for: provider.audiences) else {
            throw Self.bad("The ID token is for another app.")
        }
        try Self.checkTimes(claims, at: now)
        guard let subject = claims["sub"]?.string, Self.isUsable(subject, of: provider.id) else {
            throw Self.bad("The ID token names no person.")
        }
        nonce = try Self.nonce(in: claims)
        (self.provider, self.subject, self.claims) = (provider, subject, claims)
    }

    /// Throws `missingOrInvalidNonce` if the token and the call do not belong together.
    ///
    /// A nonce in the token without one in the call is refused, and so is the other way around: with one half missing, a
    /// thief of the token could use it. Google's own library for iOS puts a nonce into the token that the app never sees,
    /// so an operator may let a token without its half be good. It serves once all the same.
    ///
    /// `hash`: SHA-256 of the nonce that the call brings, in hexadecimal digits of lower case; nil where it brings none.
    package func checkNonce(hash: String?) throws(AccountError) {
        switch (nonce, hash) {
        case (nil, nil): guard !provider.needsNonce else { throw .refused(.missingOrInvalidNonce) }
        case (let nonce?, let hash?):
            guard CodeComparison.areEqual(nonce, hash) else { throw .refused(.missingOrInvalidNonce) }
        case (.some, nil): guard provider.mayHideNonce else { throw .refused(.missingOrInvalidNonce) }
        case (nil, .some): throw .refused(.missingOrInvalidNonce)
        }
    }

    /// Who the person is.
    package var identity: ProvenIdentity {
        var identity = ProvenIdentity(provider.id, rawID: subject, claims: claims)
        if provider.id == .facebook { identity.federatedID = GraphPerson.federatedID(of: subject) }
        if !provider.provesAddresses { identity.isEmailVerified = false }
        return identity
    }

    /// A token for several audiences must also say which of them asked for it, and it has to be one of the project's.
    private static func isMeant(_ claims: JSONObject, for audiences: [String]) -> Bool {
        guard let audience = claims["aud"] else { return false }
        if let one = audience.string { return audiences.contains(one) }
        let (named, texts) = (audience.array ?? [], audience.array?.compactMap(\.string) ?? [])
        guard texts.count == named.count, texts.contains(where: audiences.contains) else { return false }
        return texts.count == 1 || claims["azp"]?.string.map(audiences.contains) == true
    }

    private static func checkTimes(_ claims: JSONObject, at now: Timestamp) throws(AccountError) {
        guard let madeAt = seconds(claims["iat"]), let end = seconds(claims["exp"]) else {
            throw bad("The ID token does not say from when until when it is good.")
        }
        guard now.unixSeconds < end else { throw bad("The ID token has expired.") }
        let earliest = claims.contains("nbf") ? seconds(claims["nbf"]) ?? .max : madeAt
        guard max(madeAt, earliest) <= now.unixSeconds + clockDifference else {
            throw bad("The ID token was made in the future.")
        }
        guard now.unixSeconds - madeAt <= longestAge else { throw bad("The ID token is older than a day.") }
    }

    /// A moment in whole seconds; the standard allows parts of a second.
    private static func seconds(_ value: JSONValue?) -> Int64? {
        guard let number = value?.double, 0 <= number, number < 1e12 else { return nil }
        return Int64(number)
    }

    private static func isUsable(_ subject: String, of provider: ProviderID) -> Bool {
        !subject.isEmpty && subject.utf8.count <= longestSubject
            && subject.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            && ProviderLink(provider, rawID: subject).isStorable
    }

    private static func nonce(in claims: JSONObject) throws(AccountError) -> String? {
        guard let value = claims["nonce"] else { return nil }
        guard let nonce = value.string?.nonEmpty else { throw bad("The nonce of the ID token is no text.") }
        return nonce
    }

    private static func bad(_ words: String) -> AccountError { .refused(.invalidIDPResponse, words) }
}
