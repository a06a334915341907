extension IdentityServer {
    /// The account of an ID token as the server has it; nil if the server does not say it now, or shows another one.
    ///
    /// Throws if the account is gone or disabled. Anything else, also a cancelled task, is no reason to undo a sign-in
    /// whose code is used up.
    func account(_ uid: String?, of idToken: String) async throws -> WireUser? {
        do {
            let answer = try await call(
                .v1("lookup", body: ["idToken": .text(idToken)], isRepeatable: true), as: LookupAnswer.self)
            return answer.users?.first { $0.localId == uid }
        } catch let error as AuthError where error.doubtsSession && !error.doubtsToken {
            throw error
        } catch {
            // A sign-in stands without the account, and the next reload brings it.
            return nil
        }
    }
}
