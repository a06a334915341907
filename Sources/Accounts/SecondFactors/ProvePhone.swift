import AccountCore
import VerificationCore

/// Proves a phone as the second factor of a sign-in whose first factor was proved before.
package struct ProvePhone: Sendable {
    private let ports: AccountPorts
    private let ending: FinishSignIn

    package init(_ ports: AccountPorts) { (self.ports, ending) = (ports, FinishSignIn(ports)) }

    /// Sends a code to the phone that the person has chosen of the factors.
    ///
    /// The SMS counts with the number's own limits, so a thief of a password sends no more than any stranger may.
    ///
    /// - Parameters:
    ///   - credential: what the first factor gave; nil for a call without.
    ///   - enrollmentID: the factor; nil for a call without.
    ///   - form: see `SendCode`.
    ///   - project: whose account.
    /// - Returns: the session info.
    /// - Throws: an `AccountError` if the sign-in may not go on, or no SMS may or can be sent.
    package func start(
        _ credential: String?, enrollmentID: String?, with form: SendCode.Form, in project: Project
    ) async throws(AccountError) -> String {
        try ports.policy.secondFactors(of: project).check(.phone)
        guard let credential else {
            throw .refused(.missingMFAPendingCredential, "Request does not have MFA pending credential.")
        }
        guard let enrollmentID else {
            throw .refused(.missingMFAEnrollmentID, "No second factor identifier is provided.")
        }
        let pending = try ending.pending(credential, in: project)
        let account = try await ending.account(of: pending, in: project)
        guard let factor = account.factors.first(where: { $0.id == enrollmentID }) else {
            throw .refused(.mfaEnrollmentNotFound)
        }
        try ports.policy.secondFactors(of: project).checkUse(of: factor, after: pending.provider)
        guard let number = factor.phone else { throw .refused(.invalidArgument, Self.notSupported) }
        return try await FactorCode(ports).send(
            to: try SendCode(ports).phone(number), with: form, factor: factor.id, for: .signIn(pending), in: project)
    }

    /// Begins the session of a person who has typed the right code.
    ///
    /// - Parameters:
    ///   - credential: what the first factor gave; nil for a call without.
    ///   - proof: nil for a call without.
    ///   - address: where the caller is; nil where no limit by address applies.
    ///   - project: whose account.
    /// - Returns: the session.
    /// - Throws: an `AccountError` if the code is wrong, or the sign-in may not go on.
    package func finalize(
        _ credential: String?, by proof: EnrollPhone.Proof?, from address: IPAddress?, in project: Project
    ) async throws(AccountError) -> SignedIn {
        let rules = ports.policy.secondFactors(of: project)
        try rules.check(.phone)
        guard let credential else { throw .refused(.missingCredential, "Please set MFA Pending Credential.") }
        guard let proof else { throw .refused(.invalidArgument, Self.notSupported) }
        let (code, sessionInfo) = try proof.complete()
        let pending = try ending.pending(credential, in: project)
        let proven = try await FactorCode(ports).check(
            code, of: sessionInfo, for: .signIn(pending), from: address, in: project)
        return try await ending.finish(pending, uses: [proven.use], in: project) { account throws(AccountError) in
            guard let factor = account.factors.first(where: proven.isOf) else { throw .refused(.mfaEnrollmentNotFound) }
            try rules.checkUse(of: factor, after: pending.provider)
            return .proven(factor)
        }
    }

    private static let notSupported = "MFA provider not supported!"
}
