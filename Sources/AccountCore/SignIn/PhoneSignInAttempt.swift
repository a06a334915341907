import VerificationCore

/// A sign-in by a proven phone number, as the store carries it out.
package struct PhoneSignInAttempt: Sendable, Hashable {
    /// What proves the number.
    package enum Proof: Sendable, Hashable {
        /// A code that was right; the approved verification serves a single sign-in.
        case code(VerificationID)
        /// The proof that an earlier call gave in place of a sign-in to this account; it serves a single sign-in too.
        case earlier(LocalID, use: VerificationID)

        /// What a sign-in uses up.
        package var use: VerificationID {
            switch self {
            case .code(let verification): verification
            case .earlier(_, let use): use
            }
        }
    }

    /// The account that the call is signed in to, by an ID token that was checked.
    package struct Current: Sendable, Hashable {
        package let id: LocalID
        /// When the token was made.
        package let tokenMadeAt: Timestamp
        /// Whether the person signed in a short while ago, or the policy does not ask for that.
        package let isRecent: Bool
        /// How the token's session began.
        package let method: SignInMethod

        package init(
            id: LocalID, tokenMadeAt: Timestamp, isRecent: Bool = true, method: SignInMethod = SignInMethod(.phone)
        ) {
            (self.id, self.tokenMadeAt, self.isRecent, self.method) = (id, tokenMadeAt, isRecent, method)
        }

        /// Throws if this number would give the account another way in, and the last sign-in is too long ago.
        ///
        /// A guest's first number is free: a guest can prove nothing.
        package func checkLink(of phone: String, to account: Account) throws(AccountError) {
            let isGuest = method.provider == .anonymous && account.providers.isEmpty
            if isRecent || account.phone == phone || isGuest { return }
            throw .refused(.credentialTooOld)
        }
    }

    /// E.164.
    package let phone: String
    package let proof: Proof
    /// Nil for a call without an ID token.
    package let current: Current?
    /// The name of the account that a sign-up makes.
    package let newID: LocalID
    /// Whether the person proves once more who they are, so that the call may make no account.
    package let reauthenticates: Bool
    /// The project's rules.
    package let secondFactors: SecondFactorRules
    /// The session that begins where the person signs in; its beginning is the time of the attempt.
    package let session: RefreshSession

    package init(
        phone: String, proof: Proof, current: Current?, newID: LocalID, reauthenticates: Bool = false,
        secondFactors: SecondFactorRules = SecondFactorRules(), session: RefreshSession
    ) {
        (self.phone, self.proof, self.current) = (phone, proof, current)
        (self.newID, self.reauthenticates, self.session) = (newID, reauthenticates, session)
        self.secondFactors = secondFactors
    }

    package var time: Timestamp { session.beganAt }

    /// Decides from the accounts as they are: the owner of the number, and the account that the call is signed in to.
    package func decide(owner: Account?, current account: Account?) throws(AccountError) -> PhoneSignIn {
        if let current { _ = try TokenCheck.check(account, madeAt: current.tokenMadeAt) }
        let decision = try PhoneSignIn.decide(owner: owner, current: account, isByProof: try isByProof(owner))
        if case .link = decision, let current, let account { try current.checkLink(of: phone, to: account) }
        if reauthenticates, decision == .signUp { throw .refused(.userNotFound) }
        return decision
    }

    /// Whether the call brings the proof of an earlier call, which opens no other account.
    private func isByProof(_ owner: Account?) throws(AccountError) -> Bool {
        guard case .earlier(let id, _) = proof else { return false }
        guard owner?.id == id else { throw .refused(.invalidTemporaryProof) }
        return true
    }
}

extension PhoneSignInAttempt {
    /// The account as a decision of this attempt leaves it, its session begun; nil where no account changes.
    package func account(after decision: PhoneSignIn, owner: Account?, current: Account?) -> Account? {
        let before: Account? =
            switch decision {
            case .signUp: Account(newID, createdAt: time)
            case .signIn: owner
            case .link: current
            case .proof: nil
            }
        guard var account = before else { return nil }
        account.phone = phone
        account.lastSignInAt = time
        return session.begun(by: account)
    }
}

extension PhoneSignInAttempt {
    /// The attempt as a store carries it out.
    package var attempt: AccountAttempt<PhoneSignedIn> {
        let current = current.map { [AccountName.id($0.id)] } ?? []
        return AccountAttempt(names: Set([.phone(phone)] + current), uses: [proof.use], at: time) {
            accounts throws(AccountError) in try decide(among: accounts)
        }
    }

    private func decide(
        among accounts: [Account]
    ) throws(AccountError) -> (plan: AccountPlan, outcome: PhoneSignedIn) {
        let owner = accounts.first { $0.phone == phone }
        let current = accounts.first { $0.id == self.current?.id }
        let decision = try decide(owner: owner, current: current)
        guard let account = account(after: decision, owner: owner, current: current) else {
            guard let owner else { throw .internalError }
            return (AccountPlan(usesUp: true), .proof(owner.id))
        }
        let asked = try secondFactors.asked(of: account, after: .phone)
        let session = session(of: account, after: decision)
        guard asked.isEmpty || session.method.secondFactor != nil else {
            // Whoever links has to have proved a factor before: a sign-in that waits for one would link nothing.
            if case .link = decision { throw .refused(.credentialTooOld) }
            return (AccountPlan(usesUp: true), .secondFactor(account))
        }
        let isNew = decision == .signUp
        return (AccountPlan(account, isNew: isNew, session: session), .signedIn(account, session, isNew: isNew))
    }

    /// A number that is linked opens no account: the session keeps the second factor that its predecessor has proved.
    private func session(of account: Account, after decision: PhoneSignIn) -> RefreshSession {
        guard case .link = decision, let current else { return session }
        return session.of(current.method.keeping(account.factors).replacingFirst(by: .phone))
    }
}
