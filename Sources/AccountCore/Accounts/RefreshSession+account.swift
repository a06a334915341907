extension RefreshSession {
    /// The account as the beginning of the session leaves it: its owner gets tokens then, as by a refresh.
    package func begun(by account: Account) -> Account {
        var account = account
        account.lastRefreshAt = beganAt
        return account
    }
}
