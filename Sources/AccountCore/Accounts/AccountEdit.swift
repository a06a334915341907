import VerificationCore

/// The change of an account, after the use case has checked that its caller may make it.
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
    /// All second factors that the account shall have; nil where they stay as they are.
    package var factors: [SecondFactor]?
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
        // The owner has not proved yet that the new address is theirs.
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
        account.factors = factors ?? account.factors
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

extension AccountEdit {
    /// The edit that does what a call wants; what the draft clears is cleared, whatever else it says of it.
    ///
    /// - Parameters:
    ///   - draft: what the caller may want, as the caller wrote it.
    ///   - phone: the draft's number, E.164.
    ///   - passwordHash: of the draft's password.
    /// - Throws: an `AccountError` if a value is not allowed, for example a display name that is too long.
    package init(_ draft: AccountDraft, phone: String?, passwordHash: String?) throws(AccountError) {
        self.init()
        if let words = Profile.excess(name: draft.displayName, photoURL: draft.photoURL) {
            throw .refused(.invalidProfileAttribute, words)
        }
        if let wanted = draft.customClaims {
            customClaims = try draft.claims().map { .set($0) } ?? (wanted.isEmpty ? .clear : .keep)
        }
        email = try draft.address().map { .set($0.text) } ?? .keep
        self.passwordHash = passwordHash.map { .set($0) } ?? .keep
        self.phone = phone.map { .set($0) } ?? .keep
        displayName = Self.change(to: draft.displayName)
        photoURL = Self.change(to: draft.photoURL)
        (isEmailVerified, isDisabled) = (draft.isEmailVerified, draft.isDisabled)
        (validSince, createdAt, lastSignInAt) = (draft.validSince, draft.createdAt, draft.lastSignInAt)
        try draft.linked?.check()
        linked = draft.linked
        for attribute in draft.cleared { clear(attribute) }
        unlink(draft.unlinked)
    }

    /// This edit as the store carries it out: a change of the address or password, or a factor that goes,
    /// also ends older sessions.
    ///
    /// A moment that the edit names stays.
    package func endingSessions(of account: Account, at now: Timestamp) -> AccountEdit {
        guard endsSessions(of: account) else { return self }
        var edit = self
        edit.validSince = validSince ?? now
        return edit
    }

    /// Whether the edit ends sessions of this account.
    package func endsSessions(of account: Account) -> Bool {
        if validSince != nil { return true }
        if case .set(let address) = email, address != account.email { return true }
        if case .set = passwordHash { return true }
        guard let factors else { return false }
        return FactorChange(from: account.factors, to: factors).removed > 0
    }

    private static func change(to text: String?) -> Change<String> {
        text.map { $0.isEmpty ? .clear : .set($0) } ?? .keep
    }

    private mutating func clear(_ attribute: AccountDraft.Attribute) {
        switch attribute {
        case .email: email = .clear
        case .displayName: displayName = .clear
        case .photoURL: photoURL = .clear
        case .password: passwordHash = .clear
        }
    }

    /// An edit that unlinks the password also removes the address that belongs to it.
    private mutating func unlink(_ providers: Set<ProviderID>) {
        unlinked = providers.filter(\.isForeign)
        if providers.contains(.password) { (email, passwordHash) = (.clear, .clear) }
        if providers.contains(.phone) { phone = .clear }
    }
}
