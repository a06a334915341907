import AccountCore
import VerificationCore
import Verifications

/// Checks the code that a person has typed, for a sign-in by phone and for a second factor alike.
///
/// Wrong codes count with the number's own limits, whatever they were typed for.
struct CheckTypedCode: Sendable {
    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// The verification, which the code has approved; a caller whose answer was lost may repeat the call.
    ///
    /// Throws an `AccountError` for a wrong code, and where no code is right any more.
    func check(
        _ code: String, of id: VerificationID, from address: IPAddress?, in project: Project
    ) async throws(AccountError) -> VerificationReport {
        // verifyd makes no code of another form, so to count this try would protect no number.
        guard let code = CodeRecipe.code(typed: code) else { throw .refused(.invalidCode) }
        let app = try await ports.app(of: project)
        let key = ports.keyRing.checkKey(of: id, code: code)
        let result = try await ports.asking { () throws(StoreError) in
            try await CheckCode(ports.verifications).check(
                code, of: .request(id), in: app, clientIP: address, asker: ports.policy.asker, key: key)
        }
        let report = try Self.report(result)
        // A call that could not sign in may be repeated, and not for as long as the store knows its check.
        guard ports.now() - report.expiresAt <= PhoneProof.life else { throw .refused(.sessionExpired) }
        return report
    }

    private static func report(_ result: CheckResult<Unseen>) throws(AccountError) -> VerificationReport {
        switch result {
        case .approved(let report): report
        // No worker has seen the request of a session that is `queued`, so there is no code that could be right.
        case .wrong, .missing(.queued), .keyReused: throw .refused(.invalidCode)
        case .limited(let reached): throw reached.wireError
        case .ended(let report): throw ended(report.status)
        case .missing(.expired): throw ended(.expired)
        case .missing(.unknown), .missing(.keyReused): throw .refused(.invalidSessionInfo)
        }
    }

    private static func ended(_ status: VerificationStatus) -> AccountError {
        switch status {
        case .maxAttemptsReached: .refused(.tooManyAttempts)
        case .expired: .refused(.sessionExpired)
        case .queued, .pending, .approved, .approvedElsewhere, .canceled, .failed, .refused:
            .refused(.invalidSessionInfo)
        }
    }
}
