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
                let answer = try await server.call(Self.refreshCall(sent), as: RefreshAnswer.self)
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
        let idToken = answer.id_token ?? answer.access_token ?? ""
        let isOurs = user.with { answer.user_id == nil || answer.user_id == $0.account.localId }
        guard !idToken.isEmpty, answer.refresh_token?.isEmpty != true, isOurs else { throw AuthError(.networkError) }
        let isCurrent = user.with { $0.tokens.refreshToken == sent }
        if isCurrent { try adopt(idToken: idToken, refreshToken: answer.refresh_token, expiresIn: answer.expires_in) }
        return isCurrent ? idToken : user.with { $0.tokens.idToken }
    }

    /// More different tokens than this cannot come from other processes within one refresh.
    private static var mostTokens: Int { 4 }

    private static func refreshCall(_ refreshToken: String) -> WireCall {
        WireCall(
            path: "securetoken.googleapis.com/v1/token",
            body: ["grantType": "refresh_token", "refreshToken": .text(refreshToken)], isRepeatable: true)
    }
}

/// What the call for a new ID token answers, by the names of OAuth 2.
private struct RefreshAnswer: Decodable, Sendable {
    let id_token: String?
    let access_token: String?
    let refresh_token: String?
    let expires_in: String?
    let user_id: String?
}
