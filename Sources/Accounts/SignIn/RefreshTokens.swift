import AccountCore
import VerificationCore

/// Makes a new ID token for a session that goes on.
package struct RefreshTokens: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// - Parameters:
    ///   - text: the refresh token.
    ///   - project: whose session it is.
    /// - Returns: the session with a new ID token, and with the same refresh token or, where the project rotates them, the
    ///   token that takes its place.
    /// - Throws: an `AccountError` if no session has the token, or its session has ended.
    package func refresh(_ text: String, of project: Project) async throws(AccountError) -> SignedIn {
        guard let token = RefreshToken(text) else { throw .refused(.invalidRefreshToken) }
        let now = ports.now()
        let next = project.rotatesRefreshTokens ? try successor(of: token, project) : token
        let attempt = RefreshAttempt(
            tokenHash: token.hash, successorHash: next == token ? nil : next.hash, idleLife: project.idleLife,
            secondFactors: ports.policy.secondFactors(of: project), at: now)
        let refreshed = try await ports.asking { () throws(StoreError) in
            try await ports.accounts.refresh(attempt, of: project.id)
        }
        switch refreshed {
        case .refreshed(let account, let session):
            return try await ports.signedIn(account, session: session, token: next, isNew: false, in: project, at: now)
        case .refused(let error): throw error
        case .unknown: throw .refused(.invalidRefreshToken)
        }
    }

    /// Only a process with the key ring can make it, and it makes the same for the same token.
    private func successor(of token: RefreshToken, _ project: Project) throws(AccountError) -> RefreshToken {
        let ring = ports.keyRing
        let purpose = "refresh token \(project.id)"
        guard let bytes = ring.mark(Array(token.text.utf8), for: purpose, keyName: ring.currentName) else {
            throw .unavailable
        }
        return RefreshToken(random: bytes)
    }
}
