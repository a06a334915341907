import Foundation

extension UserSession {
    /// Joins the refresh under way, or begins one.
    ///
    /// If none is under way, the block says whether one is needed at all: a token that has come in the meantime serves too.
    func refreshed(unless present: () -> String?) async throws -> String {
        let work = refresh.with { refresh -> SharedWork<String> in
            if let refresh { return refresh }
            if let token = present() { return SharedWork(token) }
            let work = SharedWork<String>()
            refresh = work
            work.begin({ try await self.exchange() }, beforeWaiters: { self.refresh.with { $0 = nil } })
            return work
        }
        return try await work.value()
    }

    /// Exchanges the refresh token for an ID token.
    ///
    /// A refused refresh token is compared with memory and store before the session ends: a call of this process or another
    /// process may have replaced it meanwhile.
    private func exchange() async throws -> String {
        if let error = ending.with({ $0 }) { throw error }
        // A store that cannot be read hinders no refresh, and the store's owner has noted the error.
        let kept = (try? follow(self, [])) ?? nil
        var refused: Set<String> = []
        while true {
            let own = user.with { $0.tokens.refreshToken }
            // A token that could not be stored is not used while its stored predecessor serves: the use would end that one.
            let predecessor = kept.flatMap { $0 == source.with { $0 } && !refused.contains($0) ? $0 : nil }
            let sent = predecessor ?? own
            do {
                let answer = try await server.call(.refresh(sent), as: RefreshAnswer.self)
                return try take(answer, for: sent, replacing: own)
            } catch let error as AuthError where error.endsSession {
                refused.insert(sent)
                _ = try follow(self, refused)
                let isNew = !refused.contains(user.with { $0.tokens.refreshToken })
                if isNew, refused.count < Self.mostTokens { continue }
                ending.with { $0 = error }
                end(self, error)
                throw error
            }
        }
    }

    /// Keeps the tokens of an answer, unless another call has brought newer ones while it was under way.
    private func take(_ answer: RefreshAnswer, for sent: String, replacing own: String) throws -> String {
        guard answer.userID == user.with({ $0.account.localId }), isOwn(answer.idToken) else {
            throw AuthError(.networkError)
        }
        source.with { $0 = sent }
        return replaceTokens(
            own, by: answer.idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn)
    }

    /// False for an ID token that names another user or another project: somebody else answered, and nothing may be kept.
    func isOwn(_ idToken: String) -> Bool {
        // A token that cannot be read names nobody, and the backend judges it.
        guard let claims = (try? AuthTokenResult(token: idToken))?.claims else { return true }
        return claims["sub"] as? String == user.with { $0.account.localId }
            && claims["aud"] as? String == server.configuration.projectID
    }

    /// More different tokens than this cannot come from other processes within one refresh.
    private static var mostTokens: Int { 4 }
}
