import AccountCore
import VerificationCore

/// Finishes the sign-in of a person who proves an authenticator app as the second factor.
package struct ProveTOTP: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Signs in with the code of an app.
    ///
    /// A wrong code leaves the credential as good as before, and is counted in the account.
    ///
    /// Where two meet: calls with the same code. Each looks at the factor under the account's lock, and the second finds the
    /// code's step used, whichever credential it brings.
    ///
    /// - Parameters:
    ///   - credential: what the first factor has given; nil for a call without.
    ///   - enrollmentID: which of the factors the person has chosen; nil for a call without.
    ///   - code: as the person typed it; nil for a call without.
    ///   - project: whose account.
    /// - Returns: the session.
    /// - Throws: an `AccountError` if the sign-in is refused, for example for a wrong code.
    package func finalize(
        credential: String?, enrollmentID: String?, code: String?, in project: Project
    ) async throws(AccountError) -> SignedIn {
        let rules = ports.policy.secondFactors(of: project)
        try rules.check(.app)
        guard let credential else { throw .refused(.missingCredential, "Please set MFA Pending Credential.") }
        guard let enrollmentID else {
            throw .refused(.missingMFAEnrollmentID, "No second factor identifier is provided.")
        }
        guard let code else { throw .refused(.missingCode) }
        let finish = FinishSignIn(ports)
        let pending = try finish.pending(credential, in: project)
        return try await finish.finish(pending, in: project) { account throws(AccountError) in
            let factor = account.factors.first { $0.id == enrollmentID }
            guard let factor, case .totp(let app) = factor.kind else { throw .refused(.mfaEnrollmentNotFound) }
            let purpose = TOTPFactor.purpose(of: project.id, account.id)
            guard let secret = ports.keyRing.open(app.secret, for: purpose) else {
                ports.log.report(.keyMissing)
                throw .unavailable
            }
            let limits = ports.policy.limitsTries ? TOTPFactor.limits : []
            let check = app.check(
                code, at: ports.now(), adjacentSteps: rules.adjacentSteps, secret: secret, limits: limits)
            return try Self.proof(check, of: factor)
        }
    }

    private static func proof(
        _ check: TOTPFactor.Check, of factor: SecondFactor
    ) throws(AccountError) -> FinishSignIn.FactorProof {
        var factor = factor
        switch check {
        case .right(let app):
            factor.kind = .totp(app)
            return .proven(factor)
        case .wrong(let app):
            factor.kind = .totp(app)
            return .wrong(factor, .refused(.invalidCode))
        case .tooMany: throw .refused(.tooManyAttempts)
        }
    }
}
