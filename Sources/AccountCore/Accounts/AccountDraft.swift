import VerificationCore

/// The changes that a caller wants in an account, as the caller wrote them and before verifyd checks them.
package struct AccountDraft: Sendable, Hashable {
    /// What a call may clear by its name.
    package enum Attribute: Sendable, Hashable {
        case email, displayName, photoURL, password
    }

    package var email: String?
    package var password: String?
    package var phone: String?
    /// An empty text clears the name.
    package var displayName: String?
    /// An empty text clears the picture.
    package var photoURL: String?
    package var isEmailVerified: Bool?
    package var isDisabled: Bool?
    /// A JSON object as text; an empty text clears the claims.
    package var customClaims: String?
    package var validSince: Timestamp?
    package var createdAt: Timestamp?
    package var lastSignInAt: Timestamp?
    package var linked: ProviderLink?
    /// All second factors that the account shall have; nil where they stay as they are.
    package var factors: [WantedFactor]?
    package var cleared: Set<Attribute> = []
    package var unlinked: Set<ProviderID> = []

    package init() {}
}

extension AccountDraft {
    /// Throws for what only administrators may want, as far as the wire tells clients.
    ///
    /// `mayAddUnproven`: whether an owner may name identities and second factors without proving them. It is false where
    /// an ID token is a secret: a thief of a token would add their own ways in, or remove the second factor.
    package func checkOwner(mayAddUnproven: Bool) throws(AccountError) {
        guard customClaims == nil, mayAddUnproven || (linked == nil && factors == nil) else {
            throw .refused(.insufficientPermission)
        }
    }

    /// Whether it changes or removes a way to sign in.
    package var changesSignIn: Bool {
        email != nil || password != nil || !cleared.isDisjoint(with: [.email, .password]) || !unlinked.isEmpty
    }

    /// The draft without what only administrators may want; the wire ignores the rest of it.
    ///
    /// - Parameters:
    ///   - mayEndSessions: whether an owner may end all sessions as of now; an owner never chooses the moment. It is
    ///     false where an ID token is a secret. A thief of a token would end the owner's sessions, and hold the only
    ///     session that goes on.
    ///   - mayAddUnproven: see `checkOwner`.
    ///   - now: the store's time.
    /// - Returns: what an owner may want.
    package func ofOwner(mayEndSessions: Bool, mayAddUnproven: Bool, at now: Timestamp) -> AccountDraft {
        var draft = AccountDraft()
        (draft.email, draft.password) = (email, password)
        (draft.displayName, draft.photoURL) = (displayName, photoURL)
        (draft.cleared, draft.unlinked) = (cleared, unlinked)
        if mayAddUnproven { (draft.linked, draft.factors) = (linked, factors) }
        draft.validSince = validSince == nil || !mayEndSessions ? nil : now
        return draft
    }

    /// The address that the account shall have; nil where the draft names none.
    package func address() throws(AccountError) -> EmailAddress? {
        guard let email else { return nil }
        guard let address = EmailAddress(email) else { throw .refused(.invalidEmail) }
        return address
    }

    /// The claims that the account shall have; nil where the draft names none, or clears them.
    package func claims() throws(AccountError) -> CustomClaims? {
        guard let customClaims, !customClaims.isEmpty else { return nil }
        return try CustomClaims(customClaims)
    }
}
