import VerificationCore

/// A sign-in by an identity at another provider, or a link of the identity to an account, as the store carries it out.
package struct IdentitySignInAttempt: Sendable {
    /// The account that the call is signed in to, by an ID token that was checked.
    package struct Current: Sendable, Hashable {
        package let id: LocalID
        /// When the token was made.
        package let tokenMadeAt: Timestamp
        /// Whether the person signed in a short while ago, or the policy does not ask for that.
        package let isRecent: Bool
        /// Whether the token's session is a guest's.
        package let isGuest: Bool

        package init(id: LocalID, tokenMadeAt: Timestamp, isRecent: Bool = true, isGuest: Bool = false) {
            (self.id, self.tokenMadeAt, self.isRecent, self.isGuest) = (id, tokenMadeAt, isRecent, isGuest)
        }
    }

    /// Such as an account can keep it; see `ProvenIdentity.fitted`.
    package let identity: ProvenIdentity
    /// The account that gets the identity; nil for a call without an ID token, which signs in.
    package let current: Current?
    /// The name of the account that a sign-up makes.
    package let newID: LocalID
    /// Whether the person proves once more who they are, so that the call may make no account.
    package let reauthenticates: Bool
    /// Whether an address belongs to one account; otherwise the provider's address stays with the link alone.
    package let keepsEmailsApart: Bool
    /// The project's rules; where they are off, nobody is asked for a second factor.
    package let secondFactors: SecondFactorRules
    /// The session that begins where the person signs in; its beginning is the time of the attempt.
    ///
    /// A session that replaces another has its second factor; see `session(of:)`.
    package let session: RefreshSession

    package init(
        identity: ProvenIdentity, current: Current?, newID: LocalID, reauthenticates: Bool = false,
        keepsEmailsApart: Bool = true, secondFactors: SecondFactorRules = .emulated, session: RefreshSession
    ) {
        (self.identity, self.current, self.newID) = (identity, current, newID)
        (self.reauthenticates, self.keepsEmailsApart) = (reauthenticates, keepsEmailsApart)
        (self.secondFactors, self.session) = (secondFactors, session)
    }

    /// The session as it begins for this account: without the second factor of its predecessor where the account has no
    /// longer that factor.
    package func session(of account: Account) -> RefreshSession {
        session.of(session.method.keeping(account.factors))
    }

    /// The attempt as a store carries it out.
    package var attempt: AccountAttempt<IdentitySignedIn> {
        let names = [identity.name] + (ownEmail.map { [$0] } ?? []) + (current.map { [.id($0.id)] } ?? [])
        return AccountAttempt(names: Set(names), uses: identity.uses, at: session.beganAt) {
            accounts throws(AccountError) in try decide(among: accounts)
        }
    }

    /// The provider's address as a name that an account may bear; nil where no account gets it.
    private var ownEmail: AccountName? { keepsEmailsApart ? identity.emailName : nil }
}

/// The outcome of a sign-in by an identity that was not refused.
package enum IdentitySignedIn: Sendable, Hashable {
    /// The account as it is now; its session has begun.
    ///
    /// `isRecycled`: whether the account had another identity at the provider, which is gone.
    case signedIn(Account, isNew: Bool, isRecycled: Bool)
    /// The account has the identity now, and second factors; no session has begun.
    case secondFactor(Account, isRecycled: Bool)
    /// This account has the address, and the provider does not say that the address is the person's own, or nobody has
    /// proved the address and the account has second factors.
    ///
    /// Nothing has changed, and the identity is as unused as before. The person signs in to the account in one of its own
    /// ways, and then links the identity.
    case needsConfirmation(Account)
}

// What is decided.
extension IdentitySignInAttempt {
    private typealias Decision = (plan: AccountPlan, outcome: IdentitySignedIn)

    private func decide(among accounts: [Account]) throws(AccountError) -> Decision {
        let owner = accounts.first { $0.has(identity.name) }
        let emailOwner = ownEmail.flatMap { email in accounts.first { $0.has(email) } }
        if let current {
            let account = try TokenCheck.check(accounts.first { $0.id == current.id }, madeAt: current.tokenMadeAt)
            guard owner == nil else { throw .refused(.federatedUserIDAlreadyLinked) }
            guard emailOwner == nil || emailOwner?.id == account.id else { throw .refused(.emailExists) }
            return try link(to: account, of: current)
        }
        if var owner {
            try owner.keep(identity.link)
            return try finish(owner)
        }
        guard !reauthenticates else { throw .refused(.userNotFound) }
        guard let emailOwner else { return try signUp() }
        guard identity.isEmailVerified, emailOwner.isEmailVerified || emailOwner.factors.isEmpty else {
            return (AccountPlan(usesUp: false), .needsConfirmation(emailOwner))
        }
        return try join(emailOwner)
    }

    private func signUp() throws(AccountError) -> Decision {
        var account = Account(newID, createdAt: session.beganAt)
        account.takeProfile(of: identity.link)
        if ownEmail != nil { (account.email, account.isEmailVerified) = (identity.email, identity.isEmailVerified) }
        try account.keep(identity.link)
        return try finish(account, isNew: true)
    }

    /// Adds the identity to the account that is signed in.
    ///
    /// The identity says nothing of the account. So a thief of a token needs a recent sign-in; a guest can prove nothing.
    private func link(to known: Account, of current: Current) throws(AccountError) -> Decision {
        guard current.isRecent || current.isGuest && known.providers.isEmpty else { throw .refused(.credentialTooOld) }
        var account = known
        if account.email == nil, ownEmail != nil {
            (account.email, account.isEmailVerified) = (identity.email, identity.isEmailVerified)
        } else if identity.isEmailVerified, let email = identity.emailName, account.has(email) {
            account.isEmailVerified = true
        }
        try account.keep(identity.link)
        return try finish(account)
    }

    /// Gives the account to the person whose address it bears, as the provider says.
    ///
    /// Nobody has proved the address of an unverified account: a stranger may have made it, to wait there for the owner of
    /// the address. So all that opens it goes, and its sessions end. An account with second factors is never such an
    /// account: whoever gets the address would get past the factors.
    private func join(_ known: Account) throws(AccountError) -> Decision {
        var account = known
        let isForeign = !known.isEmailVerified
        if isForeign { (account.passwordHash, account.phone, account.links) = (nil, nil, []) }
        account.takeProfile(of: identity.link)
        account.isEmailVerified = true
        try account.keep(identity.link)
        return try finish(
            account, isRecycled: known.links.contains { $0.provider == identity.provider }, endsSessions: isForeign)
    }

    /// Lets the person in, or asks for a second factor that the session has not.
    ///
    /// A link answers like a sign-in, as Firebase's does. Its session may be older than the account's factors; then the
    /// account has the identity now, and the person has to prove a factor before the new session begins.
    private func finish(
        _ account: Account, isNew: Bool = false, isRecycled: Bool = false, endsSessions: Bool = false
    ) throws(AccountError) -> Decision {
        guard !account.isDisabled else { throw .refused(.userDisabled) }
        let isProven =
            !secondFactors.asks(account) || account.factors.contains { $0.proven == session.method.secondFactor }
        var edit = AccountEdit()
        edit.validSince = endsSessions ? session.beganAt : nil
        if isProven { (edit.lastSignInAt, edit.session) = (session.beganAt, session(of: account)) }
        var plan = AccountPlan(edit, of: account)
        plan.isNew = isNew
        let saved = plan.account ?? account
        return (
            plan,
            isProven
                ? .signedIn(saved, isNew: isNew, isRecycled: isRecycled) : .secondFactor(saved, isRecycled: isRecycled)
        )
    }
}

extension Account {
    fileprivate func has(_ name: AccountName) -> Bool { names.contains(name) }

    /// Shows the person as the provider does, and nothing of what the account showed before.
    fileprivate mutating func takeProfile(of link: ProviderLink) {
        (displayName, photoURL) = (link.displayName, link.photoURL)
    }

    /// Adds a link; it takes the place of a link to the same provider.
    fileprivate mutating func keep(_ link: ProviderLink) throws(AccountError) {
        if let place = links.firstIndex(where: { $0.provider == link.provider }) {
            links[place] = link.filled(by: links[place])
        } else if links.count < Profile.mostLinks {
            links.append(link)
        } else {
            throw .refused(.invalidProviderID, "An account has at most \(Profile.mostLinks) providers.")
        }
    }
}

extension ProviderLink {
    /// The link with what it lacks from an earlier link to the same person: Apple tells an app the name only once.
    fileprivate func filled(by earlier: ProviderLink) -> ProviderLink {
        guard AccountName.identity(provider, rawID: rawID) == .identity(earlier.provider, rawID: earlier.rawID) else {
            return self
        }
        return ProviderLink(
            provider, rawID: rawID, displayName: displayName ?? earlier.displayName,
            photoURL: photoURL ?? earlier.photoURL, email: email ?? earlier.email,
            screenName: screenName ?? earlier.screenName)
    }
}
