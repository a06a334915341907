import AccountCore
import VerificationCore

/// Enrols a phone as a second factor of the account that is signed in.
package struct EnrollPhone: Sendable {
    /// What proves the phone, as the caller wrote it; nil for a call without.
    package struct Proof: Sendable {
        package let code: String?
        package let sessionInfo: String?

        package init(code: String?, sessionInfo: String?) {
            (self.code, self.sessionInfo) = (code, sessionInfo)
        }

        /// Both; throws in the order in which the wire looks.
        func complete() throws(AccountError) -> (code: String, sessionInfo: String) {
            guard let code else { throw .refused(.missingCode) }
            guard let sessionInfo else { throw .refused(.missingSessionInfo) }
            return (code, sessionInfo)
        }
    }

    private let ports: AccountPorts
    private let enrollment: EnrollFactor

    package init(_ ports: AccountPorts) { (self.ports, enrollment) = (ports, EnrollFactor(ports)) }

    /// Sends a code to the phone.
    ///
    /// - Parameters:
    ///   - wanted: the number as the caller wrote it, and what it says beside; nil for a call without.
    ///   - idToken: of the account; nil for a call without.
    ///   - project: whose account.
    /// - Returns: the session info.
    /// - Throws: an `AccountError` if the account may not enrol the phone, or no SMS may or can be sent.
    package func start(
        _ wanted: (number: String?, form: SendCode.Form)?, idToken: String?, in project: Project
    ) async throws(AccountError) -> String {
        let (token, account) = try await enrollment.candidate(idToken, for: .phone, in: project)
        guard let wanted else { throw .refused(.invalidArgument, "((Missing phoneEnrollmentInfo.))") }
        let phone = try SendCode(ports).phone(wanted.number)
        try ports.policy.secondFactors(of: project).checkRoom(for: .phone(phone.e164), in: account)
        return try await FactorCode(ports).send(
            to: phone, with: wanted.form, factor: nil, for: .enrollment(token.id), in: project)
    }

    /// Adds the phone whose code the person has typed, and begins a session that has proved it.
    ///
    /// The code and the session info stay good where the account may not have the factor.
    ///
    /// - Parameters:
    ///   - proof: nil for a call without.
    ///   - displayName: what the person calls the phone; nil for a call without.
    ///   - idToken: of the account; nil for a call without.
    ///   - address: where the caller is; nil where no limit by address applies.
    ///   - project: whose account.
    /// - Returns: the session.
    /// - Throws: an `AccountError` if the code is wrong, or the account may not enrol the phone.
    package func finalize(
        _ proof: Proof?, displayName: String?, idToken: String?, from address: IPAddress?, in project: Project
    ) async throws(AccountError) -> SignedIn {
        let (token, _) = try await enrollment.candidate(idToken, for: .phone, isStart: false, in: project)
        guard let proof else { throw .refused(.invalidArgument, "((Missing phoneVerificationInfo.))") }
        let (code, sessionInfo) = try proof.complete()
        try SecondFactor.check(displayName)
        let proven = try await FactorCode(ports).check(
            code, of: sessionInfo, for: .enrollment(token.id), from: address, in: project)
        let factor = SecondFactor(
            enrollment.newID(), kind: .phone(proven.phone), displayName: displayName, enrolledAt: ports.now())
        return try await enrollment.enroll(
            factor, by: token, uses: [proven.use], used: .refused(.invalidSessionInfo), in: project)
    }
}
