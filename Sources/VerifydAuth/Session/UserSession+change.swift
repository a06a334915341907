extension UserSession {
    /// Changes what is known of the user, and keeps it.
    func change(_ body: (inout StoredUser) -> Void) {
        user.with(body)
        save(self)
    }

    /// Ends the session, because its account is gone.
    func finish() {
        let error = AuthError(.userNotFound)
        ending.with { $0 = error }
        end(self, error)
    }
}
