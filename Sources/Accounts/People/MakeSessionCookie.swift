import AccountCore
import VerificationCore

/// Makes a cookie of an ID token, by which a site knows somebody for days.
package struct MakeSessionCookie: Sendable {
    /// What the wire takes without a word: two weeks.
    private static let usualSeconds: Int64 = 1_209_600

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// - Parameters:
    ///   - idToken: of somebody who is signed in.
    ///   - seconds: how long the cookie shall be good; nil and zero for the usual time.
    ///   - project: whose account it is.
    /// - Returns: the cookie.
    /// - Throws: the error for a token that is no longer good, and for a time that no cookie lasts.
    package func cookie(
        for idToken: String, seconds: Int64?, of project: Project
    ) async throws(AccountError) -> String {
        let now = ports.now()
        let life = Duration.seconds(seconds.flatMap { $0 == 0 ? nil : $0 } ?? Self.usualSeconds)
        guard TokenIssuer.cookieLives.contains(life) else { throw .refused(.invalidDuration) }
        let token = try await ports.credentials.tokens.read(idToken: idToken, of: project, at: now)
        _ = try await ports.account(of: token, in: project)
        return try await ports.credentials.tokens.sessionCookie(of: token, for: project, life: life, at: now)
    }
}
