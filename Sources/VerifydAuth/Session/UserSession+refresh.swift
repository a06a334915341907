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
        try? follow(self, [])
        var refused: Set<String> = []
        while true {
            let sent = user.with { $0.tokens.refreshToken }
            do {
                let answer = try await server.call(.refresh(sent), as: RefreshAnswer.self)
                return try take(answer, for: sent)
            } catch let error as AuthError where error.endsSession {
                refused.insert(sent)
                try follow(self, refused)
                let isNew = !refused.contains(user.with { $0.tokens.refreshToken })
                if isNew, refused.count < Self.mostTokens { continue }
                ending.with { $0 = error }
                end(self, error)
                throw error
            }
        }
    }

    /// Keeps the tokens of an answer, unless another call has brought newer ones while it was under way.
    private func take(_ answer: RefreshAnswer, for sent: String) throws -> String {
        let isOurs = user.with { answer.userID == nil || answer.userID == $0.account.localId }
        guard isOurs else { throw AuthError(.networkError) }
        let isCurrent = user.with { $0.tokens.refreshToken == sent }
        guard isCurrent else { return user.with { $0.tokens.idToken } }
        try adopt(idToken: answer.idToken, refreshToken: answer.refreshToken, expiresIn: answer.expiresIn)
        return answer.idToken
    }

    /// More different tokens than this cannot come from other processes within one refresh.
    private static var mostTokens: Int { 4 }
}
