import AccountCore
import VerificationCore

/// Makes a session cookie of an ID token, so that a site knows a person for days.
package struct MakeSessionCookie: Sendable {
    /// How long a cookie is good if the caller names no time: two weeks.
    private static let usualSeconds: Int64 = 1_209_600

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// - Parameters:
    ///   - idToken: of the person who is signed in.
    ///   - seconds: how long the cookie shall be good; nil and zero for the usual time.
    ///   - project: whose account it is.
    /// - Returns: the cookie.
    /// - Throws: an `AccountError` if the token is no longer good, or if no cookie may last that long.
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
