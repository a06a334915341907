import Foundation

/// The session of one user: tokens, what is known of the account, and the only place where tokens are refreshed.
///
/// Tasks of the app that need a token while a refresh is under way wait for that refresh.
final class UserSession: Sendable {
    let server: IdentityServer
    let user: Guarded<StoredUser>
    /// The refresh under way; nil without.
    let refresh = Guarded<Task<String, any Error>?>(nil)
    /// Keeps the user in the store after each change; does nothing when this session is not the current one.
    let save: @Sendable (UserSession) -> Void
    /// Signs the user out on this device, because the server has said that the session has ended.
    let end: @Sendable (UserSession, AuthError) -> Void

    init(
        _ user: StoredUser, server: IdentityServer, save: @escaping @Sendable (UserSession) -> Void,
        end: @escaping @Sendable (UserSession, AuthError) -> Void
    ) {
        self.user = Guarded(user)
        self.server = server
        self.save = save
        self.end = end
    }

    /// An ID token that lives for five more minutes at least.
    func idToken(forcingRefresh: Bool = false) async throws -> String { throw AuthError(.internalError) }

    /// Makes a call that carries the ID token; once more with a new token if the server calls the token expired.
    func call<Answer: Decodable & Sendable>(
        as type: Answer.Type, _ call: @Sendable (_ idToken: String) -> WireCall
    ) async throws -> Answer {
        throw AuthError(.internalError)
    }

    /// Takes the tokens of an answer, if it has some.
    func adopt(idToken: String?, refreshToken: String?, expiresIn: String?) throws { throw AuthError(.internalError) }

    /// Asks the server for the account as it is now.
    func reload() async throws { throw AuthError(.internalError) }
}
