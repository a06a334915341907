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
    package var unlinked: Set<ProviderID> = []

    package init() {}

    /// The account after the edit; uniqueness is the store's to guard.
    package func applied(to account: Account) -> Account {
        var account = account
        account.phone = phone.applied(to: unlinked.contains(.phone) ? nil : account.phone)
        let email = email.applied(to: account.email)
        // Nobody has proved yet that a new address is theirs.
        if email != account.email { account.isEmailVerified = false }
        account.email = email
        account.isEmailVerified = isEmailVerified ?? account.isEmailVerified
        account.passwordHash = passwordHash.applied(to: unlinked.contains(.password) ? nil : account.passwordHash)
        account.displayName = displayName.applied(to: account.displayName)
        account.photoURL = photoURL.applied(to: account.photoURL)
        account.isDisabled = isDisabled ?? account.isDisabled
        account.customClaims = customClaims.applied(to: account.customClaims)
        account.validSince = validSince?.wholeSecond ?? account.validSince
        account.createdAt = createdAt ?? account.createdAt
        account.lastSignInAt = lastSignInAt ?? account.lastSignInAt
        account.links.removeAll { unlinked.contains($0.provider) || $0.provider == linked?.provider }
        if let linked { account.links.append(linked) }
        return account
    }
}
