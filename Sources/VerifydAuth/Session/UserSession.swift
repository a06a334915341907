import Foundation

/// The session of one user: tokens, what is known of the account, and the only place where tokens are refreshed.
///
/// Tasks of the app that need a token while a refresh is under way wait for that refresh. Only a refresh ends a session: what
/// another call's answer says about the token or the account is first tried by one.
final class UserSession: Sendable {
    let server: IdentityServer
    let user: Guarded<StoredUser>
    /// The refresh under way; nil without.
    let refresh = Guarded<SharedWork<String>?>(nil)
    /// Why the session has ended; nil while it goes on.
    let ending = Guarded<AuthError?>(nil)
    /// The latest time that the device's clock has shown to this session.
    private let latest: Guarded<Date>
    /// Keeps the user in the store after each change; does nothing when this session is not the current one.
    let save: @Sendable (UserSession) -> Void
    /// Signs the user out on this device, because the server has said that the session has ended.
    let end: @Sendable (UserSession, AuthError) -> Void
    /// Takes the tokens that another process has put into the store, if they are not among the refused ones; returns the
    /// store's refresh token.
    let follow: @Sendable (UserSession, _ refused: Set<String>) throws -> String?
    /// The refresh token that the present tokens were given for; nil after a sign-in or a call that brought tokens.
    let source = Guarded<String?>(nil)

    init(
        _ user: StoredUser, server: IdentityServer, save: @escaping @Sendable (UserSession) -> Void,
        end: @escaping @Sendable (UserSession, AuthError) -> Void,
        follow: @escaping @Sendable (UserSession, _ refused: Set<String>) throws -> String? = { _, _ in nil }
    ) {
        self.user = Guarded(user)
        self.server = server
        self.save = save
        self.end = end
        self.follow = follow
        latest = Guarded(server.time.now())
    }

    /// An ID token that lives for five more minutes at least.
    ///
    /// A cancelled task ends with `CancellationError`; the refresh goes on for the others.
    func idToken(forcingRefresh: Bool = false) async throws -> String {
        try Task.checkCancellation()
        if !forcingRefresh, let token = freshToken() { return token }
        return try await refreshed(unless: { forcingRefresh ? nil : self.freshToken() })
    }

    /// Makes a call that carries the ID token; once more with a new token if the server calls the token expired.
    ///
    /// The server judges tokens before it does anything, so the first call has changed nothing.
    func call<Answer: Decodable & Sendable>(
        as type: Answer.Type, _ call: @Sendable (_ idToken: String) -> WireCall
    ) async throws -> Answer {
        let token = try await idToken()
        do {
            return try await server.call(call(token), as: type)
        } catch let error as AuthError where error.doubtsSession {
            let newer: String
            do {
                newer = try await refreshed(unless: {
                    let present = self.user.with { $0.tokens.idToken }
                    return present == token || !error.doubtsToken ? nil : present
                })
            } catch let refusal as AuthError {
                throw error.doubtsToken ? refusal : error
            }
            // An account that is gone or disabled, and whose session goes on: the error means another account.
            guard error.doubtsToken else { throw error }
            return try await server.call(call(newer), as: type)
        }
    }

    /// Takes the tokens of an answer, if it has some.
    ///
    /// They replace those of any other process. Throws for tokens without a text, and for those of somebody else.
    func adopt(idToken: String?, refreshToken: String?, expiresIn: String?) throws {
        guard let idToken else { return }
        guard !idToken.isEmpty, refreshToken?.isEmpty != true else { throw AuthError(.internalError) }
        guard isOwn(idToken) else { throw AuthError(.networkError) }
        // An unreadable store is noted by its owner, and what it holds is replaced later.
        _ = try? follow(self, [])
        source.with { $0 = nil }
        replaceTokens(nil, by: idToken, refreshToken: refreshToken, expiresIn: expiresIn)
    }

    /// Takes new tokens, which are in the store before anything uses them; returns the ID token of the session now.
    ///
    /// `replaced`: the refresh token that they replace; tokens that came by another way meanwhile are newer. Nil replaces any.
    @discardableResult
    func replaceTokens(_ replaced: String?, by idToken: String, refreshToken: String?, expiresIn: String?) -> String {
        let now = server.time.now()
        latest.with { $0 = now }
        let present = user.with { user -> String? in
            let before = user.tokens
            guard replaced == nil || replaced == before.refreshToken else { return before.idToken }
            user.tokens = SessionTokens(
                refreshToken: refreshToken ?? before.refreshToken, idToken: idToken, expiresIn: expiresIn,
                receivedAt: now)
            user.tokens.generation = before.generation + 1
            return nil
        }
        if present == nil { save(self) }
        return present ?? idToken
    }

    /// Asks the server for the account as it is now.
    func reload() async throws {
        let answer = try await call(as: LookupAnswer.self) { token in
            .v1("lookup", body: ["idToken": .text(token)], isRepeatable: true)
        }
        let uid = user.with { $0.account.localId }
        guard let account = answer.users?.first, account.localId == uid else { throw AuthError(.internalError) }
        user.with { user in
            user.account = account
            let hasProvider = account.providerUserInfo?.isEmpty == false
            // Another device has linked the guest's first credential.
            if hasProvider || account.phoneNumber != nil || account.email != nil { user.isAnonymous = false }
        }
        save(self)
    }

    /// The ID token, if it needs no refresh.
    ///
    /// A clock that was set back says nothing about the token's age. Corrections by a network move it by seconds.
    private func freshToken() -> String? {
        let now = server.time.now()
        let wasSetBack = latest.with { latest in
            if now > latest { latest = now }
            return now < latest.addingTimeInterval(-60)
        }
        guard !wasSetBack, ending.with({ $0 }) == nil else { return nil }
        return user.with { $0.tokens.isFresh(at: now) ? $0.tokens.idToken : nil }
    }
}
