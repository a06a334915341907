import VerificationCore

/// What a call changes of an account, whoever calls; the caller has checked who may change what.
package struct AccountEdit: Sendable, Hashable {
    package var phone: Change<String> = .keep
    package var email: Change<String> = .keep
    package var isEmailVerified: Bool?
    package var passwordHash: Change<String> = .keep
    package var displayName: Change<String> = .keep
    package var photoURL: Change<String> = .keep
    package var isDisabled: Bool?
    package var customClaims: Change<CustomClaims> = .keep
    package var validSince: Timestamp?
    package var createdAt: Timestamp?
    package var lastSignInAt: Timestamp?
    package var linked: ProviderLink?
    /// Whose links go; an account's own ways in are cleared by their own members.
    package var unlinked: Set<ProviderID> = []
    /// Begins after the edit has ended others.
    package var session: RefreshSession?

    package init() {}

    /// Sessions that began before this moment end with the edit; nil where it ends no session.
    ///
    /// Tokens know no smaller part of time than a second. A session of the same second may have begun before the edit.
    package var endsSessionsBefore: Timestamp? { validSince.map { $0.wholeSecond + .seconds(1) } }

    /// The account after the edit; uniqueness is the store's to guard.
    package func applied(to account: Account) -> Account {
        var account = account
        account.phone = phone.applied(to: account.phone)
        let address = account.email
        account.email = email.applied(to: address)
        // Nobody has proved yet that a new address is theirs.
        if account.email != address { account.isEmailVerified = false }
        account.isEmailVerified = isEmailVerified ?? account.isEmailVerified
        account.passwordHash = passwordHash.applied(to: account.passwordHash)
        account.displayName = displayName.applied(to: account.displayName)
        account.photoURL = photoURL.applied(to: account.photoURL)
        account.isDisabled = isDisabled ?? account.isDisabled
        account.customClaims = customClaims.applied(to: account.customClaims)
        account.validSince = validSince?.wholeSecond ?? account.validSince
        account.createdAt = createdAt ?? account.createdAt
        account.lastSignInAt = lastSignInAt ?? account.lastSignInAt
        account.links.removeAll { unlinked.contains($0.provider) || $0.provider == linked?.provider }
        if let linked { account.links.append(linked) }
        return session?.begun(by: account) ?? account
    }
}

/// What an edit does to a member that may be missing.
package enum Change<Value: Sendable & Hashable>: Sendable, Hashable {
    case keep
    case clear
    case set(Value)

    func applied(to value: Value?) -> Value? {
        switch self {
        case .keep: value
        case .clear: nil
        case .set(let new): new
        }
    }
}
