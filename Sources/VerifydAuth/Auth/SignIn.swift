import Foundation

/// One sign-in, link or reauthentication, from the credential to the user.
///
/// After the server has signed the person in, nothing that fails undoes it, because the code or the token is used up.
struct SignIn: Sendable {
    /// What the sign-in is for.
    enum Purpose: Sendable {
        /// The person becomes the current user.
        case signIn
        /// The credential becomes a way to sign in of this user.
        case link(User)
        /// The number takes the place of this user's.
        case update(User)
        /// This user proves again who they are.
        case reauthenticate(User)
    }

    let auth: Auth
    let purpose: Purpose
    /// Whose word it is that counts, for example `phone`.
    let provider: String
    /// What is shown to the server; nil for a guest and for a custom token.
    let credential: AuthCredential?

    init(_ purpose: Purpose, with credential: AuthCredential, at auth: Auth) {
        (self.auth, self.purpose) = (auth, purpose)
        (provider, self.credential) = (credential.provider, credential)
    }

    init(by provider: String, at auth: Auth) {
        (self.auth, purpose) = (auth, .signIn)
        (self.provider, credential) = (provider, nil)
    }

    /// Makes the call, and takes what the answer brings.
    func carryOut(_ call: WireCall) async throws -> AuthDataResult {
        try await finish(try await auth.parts.server.call(call, as: SignInAnswer.self))
    }

    /// Takes an answer that signs in; throws what any other answer says.
    func finish(_ answer: SignInAnswer) async throws -> AuthDataResult {
        let parts = try auth.parts
        // The server has used the code, also where the answer asks for a second factor or names another account.
        if case .phone(let verificationID, _)? = credential?.proof { parts.memory.forget(verificationID) }
        guard let tokens = try NewTokens(answer, of: parts.server.configuration, at: parts.server.time.now()) else {
            throw error(of: answer)
        }
        let user: User
        switch purpose {
        case .signIn: user = try await begin(tokens)
        case .link(let present), .update(let present), .reauthenticate(let present):
            user = try await goOn(present, with: tokens, of: answer)
        }
        return AuthDataResult(
            user: user, additionalUserInfo: AdditionalUserInfo(answer, provider: provider),
            credential: OAuthCredential(answer))
    }

    private func begin(_ tokens: NewTokens) async throws -> User {
        let parts = try auth.parts
        let found = try await parts.server.account(tokens.account.localId, of: tokens.session.idToken)
        let stored = StoredUser(
            tokens: tokens.session, account: found ?? tokens.account, isAnonymous: tokens.isAnonymous)
        return auth.user(of: parts.current.begin(stored))
    }

    /// Gives the tokens to the session of the user that the app has called, whoever is the current one by now.
    private func goOn(_ user: User, with tokens: NewTokens, of answer: SignInAnswer) async throws -> User {
        guard tokens.account.localId == user.uid else { throw AuthError(.userMismatch) }
        let session = user.session
        try session.adopt(
            idToken: answer.idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn)
        let found = try await session.server.account(user.uid, of: tokens.session.idToken)
        session.change { stored in
            stored.account = found ?? stored.account.with(tokens.account)
            stored.isAnonymous = tokens.isAnonymous
        }
        return user
    }

    private func error(of answer: SignInAnswer) -> AuthError {
        guard let pending = answer.mfaPendingCredential else { return answer.error(after: credential) }
        let resolver = MultiFactorResolver(pending, after: answer, of: self)
        return AuthError(.secondFactorRequired, userInfo: [AuthErrorUserInfoMultiFactorResolverKey: resolver])
    }
}

extension SignIn {
    /// Shows the credential to the server, and takes what the answer brings.
    static func carryOut(
        _ purpose: Purpose, with credential: AuthCredential, at auth: Auth
    ) async throws -> AuthDataResult {
        try credential.check()
        let signIn = SignIn(purpose, with: credential, at: auth)
        switch purpose {
        case .signIn: return try await signIn.carryOut(credential.call(.signIn))
        case .link(let user):
            let answer = try await user.session.call(as: SignInAnswer.self) { credential.call(.link(idToken: $0)) }
            return try await signIn.finish(answer)
        case .update(let user):
            let answer = try await user.session.call(as: SignInAnswer.self) { credential.call(.update(idToken: $0)) }
            return try await signIn.finish(answer)
        case .reauthenticate:
            do {
                return try await signIn.carryOut(credential.call(.reauthenticate))
            } catch let error as AuthError where error.kind == .userNotFound {
                // A credential of no account is not this user's either.
                throw AuthError(.userMismatch, serverCode: error.serverCode)
            }
        }
    }
}
