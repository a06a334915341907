import AccountCore
import VerificationCore

/// Refuses an app whose App Check token is bad before a person has any trouble with a captcha.
///
/// Each send looks at the token again, and counts there.
package struct CheckAppToken: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Throws for a token that is surely bad, where the project enforces App Check; nil is a call without a token.
    package func check(_ token: String?, for project: Project) async throws(AccountError) {
        guard ports.policy.asksForProofs, project.proofs[.appCheck] == .enforce else { return }
        switch await AppCheckProofs(ports).look(at: token, for: project) {
        case .bad: throw .badAppCheckToken
        case .good, .missing, .unverified: break
        }
    }
}
