import AccountCore
import VerificationCore
import Verifications

/// Signs somebody in who proves a phone number, or gives the number to the account that is signed in.
package struct SignInByPhone: Sendable {
    /// What proves the number.
    package enum Proof: Sendable {
        /// A session info of `SendCode`, and the code that came by SMS.
        case code(String, sessionInfo: String)
        /// The proof that an earlier call gave because another account has the number.
        case earlier(String, phone: String)
    }

    /// What became of it.
    package enum Outcome: Sendable {
        case signedIn(SignedIn)
        /// Another account has the number; the proof opens that account for an hour.
        case proof(String, phone: String)
    }

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Checks the proof, then the ID token, and then does in one transaction what the accounts allow.
    ///
    /// Where two meet: calls with the same session and code, also a caller who repeats a call whose answer was lost. All of
    /// them hear that the code is right; one of them signs in, and the session is used for the others.
    ///
    /// - Parameters:
    ///   - proof: what proves the number.
    ///   - idToken: of the account that is signed in; nil for a call without.
    ///   - reauthenticates: whether no account may be made.
    ///   - address: where the caller is; nil where no limit by address applies.
    ///   - project: whose accounts.
    /// - Returns: what became of it.
    /// - Throws: the wire's word where nothing may happen.
    package func signIn(
        by proof: Proof, idToken: String?, reauthenticates: Bool, from address: IPAddress?, to project: Project
    ) async throws(WireError) -> Outcome {
        guard project.takesPhones else { throw .refused(.operationNotAllowed) }
        let (phone, proven) = try await prove(proof, address, project)
        let now = ports.now()
        let current = try await current(idToken, project, now)
        let token = ports.newRefreshToken()
        let attempt = PhoneSignInAttempt(
            phone: phone, proof: proven, current: current, newID: ports.newID(), reauthenticates: reauthenticates,
            session: token.session(SignInMethod(.phone), at: now))
        let signedIn = try await ports.asking { () throws(StoreProblem) in
            try await ports.signIns.signIn(attempt, of: project.id)
        }
        switch signedIn {
        case .signedIn(let account, let isNew):
            return .signedIn(
                try await ports.signedIn(account, attempt.session, token, isNew: isNew, project, at: now))
        case .proof: return try earlierProof(phone, project, now)
        case .refused(let error): throw error
        case .used: throw .refused(.invalidSessionInfo)
        }
    }

    private func prove(
        _ proof: Proof, _ address: IPAddress?, _ project: Project
    ) async throws(WireError) -> (phone: String, PhoneSignInAttempt.Proof) {
        switch proof {
        case .code(let code, let sessionInfo):
            let report = try await check(code, sessionInfo, address, project)
            return (report.phone, .code(report.id))
        case .earlier(let text, let phone):
            guard PhoneProof.phone(in: text, of: project.id, at: ports.now(), by: ports.keyRing) == phone else {
                throw .refused(.invalidTemporaryProof)
            }
            return (phone, .earlier)
        }
    }

    private func check(
        _ code: String, _ sessionInfo: String, _ address: IPAddress?, _ project: Project
    ) async throws(WireError) -> VerificationReport {
        guard let id = SessionInfo.verification(in: sessionInfo, of: project.id, by: ports.keyRing) else {
            throw .refused(.invalidSessionInfo)
        }
        // A text of another form is no code of ours; to count it would help nobody.
        guard CodeRecipe.isCode(code) else { throw .refused(.invalidCode) }
        let app = try await ports.app(of: project)
        let key = ports.keyRing.checkKey(of: id, code: code)
        let checked = try await ports.asking { () throws(StoreProblem) in
            try await CheckCode(ports.verifications).check(code, of: .request(id), app, clientIP: address, key: key)
        }
        return try Self.report(checked)
    }

    private static func report(_ checked: Checked) throws(WireError) -> VerificationReport {
        switch checked {
        case .approved(let report): report
        // No worker has seen the request of a session that is `queued`, so there is no code that could be right.
        case .wrong, .queued, .keyReused: throw .refused(.invalidCode)
        case .limited, .ended(.maxAttemptsReached): throw .refused(.tooManyAttempts)
        case .ended(.expired): throw .refused(.sessionExpired)
        case .ended, .nothingFound, .startKeyReused: throw .refused(.invalidSessionInfo)
        case .keyMissing: throw .unavailable
        }
    }

    private func current(
        _ idToken: String?, _ project: Project, _ now: Timestamp
    ) async throws(WireError) -> PhoneSignInAttempt.Current? {
        guard let idToken else { return nil }
        let read = try await ports.tokens.read(idToken: idToken, of: project, at: now)
        return PhoneSignInAttempt.Current(id: read.id, tokenMadeAt: read.madeAt)
    }

    private func earlierProof(_ phone: String, _ project: Project, _ now: Timestamp) throws(WireError) -> Outcome {
        guard let text = PhoneProof.text(for: phone, of: project.id, at: now, by: ports.keyRing) else {
            throw .unavailable
        }
        return .proof(text, phone: phone)
    }
}
