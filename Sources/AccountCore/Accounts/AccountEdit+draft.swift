import VerificationCore

extension AccountEdit {
    /// The edit that does what a call wants; what the draft clears is cleared, whatever else it says of it.
    ///
    /// - Parameters:
    ///   - draft: what the caller may want, as the caller wrote it.
    ///   - phone: the draft's number, E.164.
    ///   - passwordHash: of the draft's password.
    /// - Throws: the wire's word for a draft that nobody can fulfil.
    package init(_ draft: AccountDraft, phone: String?, passwordHash: String?) throws(WireError) {
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

    /// The edit of this account as the store shall do it: whoever changes an address or a password ends older sessions.
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
        return false
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

    /// Who unlinks the password unlinks the address that belongs to it.
    private mutating func unlink(_ providers: Set<ProviderID>) {
        unlinked = providers.filter(\.isForeign)
        if providers.contains(.password) { (email, passwordHash) = (.clear, .clear) }
        if providers.contains(.phone) { phone = .clear }
    }
}
