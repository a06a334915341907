import AccountCore
import VerificationCore
import Verifications

/// Signs in a person who proves a phone number, or gives the number to the account that is signed in.
package struct SignInByPhone: Sendable {
    /// What proves the number.
    package enum Proof: Sendable {
        /// A session info of `SendCode`, and the code that came by SMS.
        case code(String, sessionInfo: String)
        /// The proof that an earlier call gave because another account has the number.
        case earlier(String, phone: String)
    }

    /// The outcome of a sign-in that was not refused.
    package enum Outcome: Sendable {
        case signedIn(SignedIn)
        /// The account has second factors.
        case pending(PendingSignIn)
        /// Another account has the number; the proof opens that account, once within an hour.
        case proof(String, phone: String)
    }

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Checks the proof, then the ID token, and then does in one transaction what the accounts allow.
    ///
    /// A sign-in that would replace the number of an account asks for a recent sign-in first, so that the code stays good
    /// for the call after it.
    ///
    /// Where two meet: calls with the same session and code, also a caller who repeats a call whose answer was lost.
    /// The code is right for all of them; one of them signs in, and the others get the error of a used session.
    ///
    /// - Parameters:
    ///   - proof: what proves the number.
    ///   - idToken: of the account that is signed in; nil for a call without.
    ///   - reauthenticates: whether no account may be made.
    ///   - address: where the caller is; nil where no limit by address applies.
    ///   - project: whose accounts.
    /// - Returns: the session, or the proof for the account that has the number.
    /// - Throws: an `AccountError` if the sign-in is refused, for example for a wrong code.
    package func signIn(
        by proof: Proof, idToken: String?, reauthenticates: Bool, from address: IPAddress?, to project: Project
    ) async throws(AccountError) -> Outcome {
        guard project.takesPhones else { throw .refused(.operationNotAllowed) }
        let current = await current(idToken, in: project)
        // A token that is not good throws after the proof, in the order of the wire.
        if let current = try? current.get() { try await checkLink(current, by: proof, in: project) }
        let (phone, proven) = try await prove(proof, from: address, in: project)
        let now = ports.now()
        let token = ports.credentials.newRefreshToken()
        let attempt = PhoneSignInAttempt(
            phone: phone, proof: proven, current: try current.get(), newID: ports.credentials.newID(),
            reauthenticates: reauthenticates, secondFactors: ports.policy.secondFactors(of: project),
            session: token.session(SignInMethod(.phone), at: now))
        let signedIn = try await ports.asking { () throws(StoreError) in
            try await ports.accounts.signIn(attempt, of: project.id)
        }
        switch signedIn {
        case .signedIn(let account, let session, let isNew):
            return .signedIn(
                try await ports.signedIn(account, session: session, token: token, isNew: isNew, in: project, at: now))
        case .secondFactor(let account):
            return .pending(try ports.pending(account, by: .phone, in: project, at: now))
        case .proof(let owner): return try earlierProof(of: phone, owner: owner, in: project, at: now)
        case .refused(let error): throw error
        case .used:
            switch proof {
            case .code: throw .refused(.invalidSessionInfo)
            case .earlier: throw .refused(.invalidTemporaryProof)
            }
        }
    }

    private func prove(
        _ proof: Proof, from address: IPAddress?, in project: Project
    ) async throws(AccountError) -> (phone: String, PhoneSignInAttempt.Proof) {
        switch proof {
        case .code(let code, let sessionInfo):
            let id = SessionInfo.verification(in: sessionInfo, of: project.id, by: ports.keyRing)
            guard let id else { throw .refused(.invalidSessionInfo) }
            let report = try await CheckTypedCode(ports).check(code, of: id, from: address, in: project)
            return (report.phone, .code(report.id))
        case .earlier(let text, let phone):
            let proof = PhoneProof(text, of: project.id, at: ports.now(), by: ports.keyRing)
            guard let proof, proof.phone == phone else { throw .refused(.invalidTemporaryProof) }
            return (phone, .earlier(proof.account, use: proof.use))
        }
    }

    private func current(
        _ idToken: String?, in project: Project
    ) async -> Result<PhoneSignInAttempt.Current?, AccountError> {
        guard let idToken else { return .success(nil) }
        let now = ports.now()
        do throws(AccountError) {
            let read = try await ports.credentials.tokens.read(idToken: idToken, of: project, at: now)
            return .success(
                PhoneSignInAttempt.Current(
                    id: read.id, tokenMadeAt: read.madeAt,
                    isRecent: !ports.policy.asksForRecentSignIns || TokenCheck.isRecent(read.signedInAt, at: now),
                    method: read.method))
        } catch {
            return .failure(error)
        }
    }

    /// Throws where the number of this proof may not become the account's.
    ///
    /// Where two meet: this look and a change of the account. The store asks the same once more under the account's lock.
    private func checkLink(
        _ current: PhoneSignInAttempt.Current, by proof: Proof, in project: Project
    ) async throws(AccountError) {
        if current.isRecent { return }
        let found = try await ports.asking { () throws(StoreError) in
            try await ports.accounts.accounts(named: [.id(current.id)], of: project.id)
        }
        guard let account = found.first, let phone = try await phone(of: proof, project) else { return }
        try current.checkLink(of: phone, to: account)
    }

    /// The number that a proof is about, whether it is right or not; nil where it is about no number.
    private func phone(of proof: Proof, _ project: Project) async throws(AccountError) -> String? {
        switch proof {
        case .earlier(_, let phone): return phone
        case .code(_, let sessionInfo):
            guard let id = SessionInfo.verification(in: sessionInfo, of: project.id, by: ports.keyRing) else {
                return nil
            }
            let app = try await ports.app(of: project)
            let shown = try await ports.asking { () throws(StoreError) in
                try await ShowVerification(ports.verifications).show(id, of: app)
            }
            guard case .found(let report) = shown else { return nil }
            return report.phone
        }
    }

    private func earlierProof(
        of phone: String, owner: LocalID, in project: Project, at now: Timestamp
    ) throws(AccountError) -> Outcome {
        let text = VerificationID(bytes: ports.credentials.randomBytes(16)).flatMap { use in
            PhoneProof(phone: phone, account: owner, use: use).text(of: project.id, at: now, by: ports.keyRing)
        }
        guard let text else { throw .unavailable }
        return .proof(text, phone: phone)
    }
}
