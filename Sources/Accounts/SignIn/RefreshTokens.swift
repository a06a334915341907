import AccountCore
import VerificationCore

/// Makes a new ID token for a session that goes on.
package struct RefreshTokens: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// - Parameters:
    ///   - text: the refresh token.
    ///   - project: whose session it is.
    /// - Returns: the session with a new ID token and the same refresh token.
    /// - Throws: the wire's word for a token that opens nothing, or nothing more.
    package func refresh(_ text: String, of project: Project) async throws(WireError) -> SignedIn {
        guard let token = RefreshToken(text) else { throw .refused(.invalidRefreshToken) }
        let now = ports.now()
        let refreshed = try await ports.asking { () throws(StoreProblem) in
            try await ports.signIns.refresh(tokenHash: token.hash, of: project.id, at: now)
        }
        switch refreshed {
        case .refreshed(let account, let session):
            return try await ports.signedIn(account, session, token, isNew: false, project, at: now)
        case .refused(let error): throw error
        case .unknown: throw .refused(.invalidRefreshToken)
        }
    }
}
