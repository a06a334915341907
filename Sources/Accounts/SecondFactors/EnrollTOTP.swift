import AccountCore
import VerificationCore

/// Enrols an authenticator app as a second factor of the account that is signed in.
package struct EnrollTOTP: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Makes a secret for an app; nothing is stored of it before `finalize`.
    ///
    /// - Parameters:
    ///   - idToken: of the account; nil for a call without.
    ///   - project: whose account.
    /// - Returns: what the app has to know, and the session for `finalize`.
    /// - Throws: an `AccountError` if the account may not enrol an app.
    package func start(idToken: String?, in project: Project) async throws(AccountError) -> TOTPEnrollment {
        let (_, account) = try await EnrollFactor(ports).candidate(idToken, for: .app, in: project)
        let secret = ports.credentials.randomBytes(TOTP.secretLength)
        let factor = try sealed(secret, for: account, in: project)
        try ports.policy.secondFactors(of: project).checkRoom(for: .totp(factor), in: account)
        let end = ports.now() + TOTPSession.life
        let session = VerificationID(bytes: ports.credentials.randomBytes(16)).flatMap { use in
            TOTPSession(account: account.id, secret: secret, end: end, use: use)
                .text(of: project.id, by: ports.keyRing)
        }
        guard let session else { throw .unavailable }
        return TOTPEnrollment(sharedSecretKey: Base32.encode(secret), sessionInfo: session, end: end)
    }

    /// Enrols the app, if its code is right; the code signs in to nothing afterwards.
    ///
    /// A wrong code leaves the session as good as before. Of parallel calls with the same session one enrols. Whoever has the
    /// session had signed in shortly before `start`, so a person may take all its time.
    ///
    /// - Parameters:
    ///   - idToken: of the account; nil for a call without.
    ///   - sessionInfo: of `start`; nil for a call without.
    ///   - code: as the person typed it; nil for a call without.
    ///   - displayName: what the person calls the app; nil without.
    ///   - project: whose account.
    /// - Returns: a session that has proved the factor.
    /// - Throws: an `AccountError` if the app is not enrolled, for example for a wrong code.
    package func finalize(
        idToken: String?, sessionInfo: String?, code: String?, displayName: String?, in project: Project
    ) async throws(AccountError) -> SignedIn {
        let enroll = EnrollFactor(ports)
        let (token, account) = try await enroll.candidate(idToken, for: .app, isStart: false, in: project)
        guard let code else { throw .refused(.missingCode) }
        guard let sessionInfo else { throw .refused(.missingSessionInfo) }
        let now = ports.now()
        let session = TOTPSession(sessionInfo, of: project.id, by: ports.keyRing)
        guard let session, session.account == account.id else { throw .refused(.invalidSessionInfo) }
        guard now < session.end else { throw .refused(.sessionExpired) }
        try SecondFactor.check(displayName)
        let app = try prove(code, of: session, in: project, at: now)
        return try await enroll.enroll(
            SecondFactor(enroll.newID(), kind: .totp(app), displayName: displayName, enrolledAt: now), by: token,
            uses: [session.use], used: .refused(.invalidSessionInfo), in: project)
    }

    /// The factor with the code's step used; throws for a wrong code.
    private func prove(
        _ code: String, of session: TOTPSession, in project: Project, at now: Timestamp
    ) throws(AccountError) -> TOTPFactor {
        let (id, tries) = (session.account, ports.limits.enrollments)
        let new = try sealed(session.secret, for: Account(id, createdAt: now), in: project)
        if ports.policy.limitsTries { try tries.take(by: id, in: project.id, at: now) }
        let steps = ports.policy.secondFactors(of: project).adjacentSteps
        switch new.check(code, at: now, adjacentSteps: steps, secret: session.secret, limits: []) {
        case .right(let factor):
            if ports.policy.limitsTries { tries.takeBack(by: id, in: project.id, countedAt: now) }
            return factor
        case .wrong, .tooMany: throw .refused(.invalidCode)
        }
    }

    /// A factor none of whose steps is used; throws when the ring lacks its current key.
    private func sealed(
        _ secret: [UInt8], for account: Account, in project: Project
    ) throws(AccountError) -> TOTPFactor {
        let sealed = ports.keyRing.seal(secret, for: TOTPFactor.purpose(of: project.id, account.id))
        guard let sealed else { throw .unavailable }
        return TOTPFactor(secret: sealed, usedStep: .min)
    }
}

/// What an authenticator app has to know, and what its owner brings back with its first code.
package struct TOTPEnrollment: Sendable, CustomStringConvertible, CustomReflectable {
    /// The secret in Base32, as apps read it.
    package let sharedSecretKey: String
    package let sessionInfo: String
    /// From this moment on the session is no longer good.
    package let end: Timestamp

    /// All that shows when it is printed, because it holds a secret.
    package var description: String { "TOTPEnrollment" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
