import AccountCore
import VerificationCore

/// Sends and checks the codes of second factors, which are verifications like those of a sign-in by phone.
struct FactorCode: Sendable {
    /// A code that was right.
    struct Proven: Sendable {
        /// The number that got it, E.164.
        let phone: String
        /// What the proof uses up.
        let use: VerificationID
        /// Nil in an emulator, where a number is all that a session names.
        let session: FactorSession?

        /// Whether this factor got the code; a number that was changed meanwhile is another factor.
        func isOf(_ factor: SecondFactor) -> Bool { factor.phone == phone && session?.isFor(factor) ?? true }
    }

    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// Sends a code.
    ///
    /// - Parameters:
    ///   - phone: gets the code.
    ///   - form: see `SendCode`.
    ///   - factor: the name of the factor whose number it is; nil for an enrolment.
    ///   - purpose: what the code may do.
    ///   - project: whose account.
    /// - Returns: the session info.
    /// - Throws: an `AccountError` if no SMS may or can be sent.
    func send(
        to phone: PhoneNumber, with form: SendCode.Form, factor: String?, for purpose: FactorSession.Purpose,
        in project: Project
    ) async throws(AccountError) -> String {
        let verification = try await SendCode(ports).start(phone, with: form, for: project)
        // Tools of developers find an emulator's codes by the session info that a sign-in by phone would have.
        let text =
            ports.policy.guardsFactors
            ? FactorSession(verification, factor: factor).text(for: purpose, of: project.id, by: ports.keyRing)
            : SessionInfo.text(for: verification, of: project.id, askedFrom: form.address, by: ports.keyRing)
        guard let text else { throw .unavailable }
        return text
    }

    /// Checks a code that was sent for this purpose; tries count with the number's own limits.
    func check(
        _ code: String, of sessionInfo: String, for purpose: FactorSession.Purpose, from address: IPAddress?,
        in project: Project
    ) async throws(AccountError) -> Proven {
        let (id, session) = try read(sessionInfo, for: purpose, of: project.id)
        let report = try await CheckTypedCode(ports).check(code, of: id, from: address, in: project)
        return Proven(phone: report.phone, use: report.id, session: session)
    }

    private func read(
        _ text: String, for purpose: FactorSession.Purpose, of project: ProjectID
    ) throws(AccountError) -> (VerificationID, FactorSession?) {
        if let session = FactorSession(text, for: purpose, of: project, by: ports.keyRing) {
            return (session.verification, session)
        }
        guard !ports.policy.guardsFactors,
            let id = SessionInfo.verification(in: text, of: project, by: ports.keyRing)
        else { throw .refused(.invalidSessionInfo) }
        return (id, nil)
    }
}
