/// What became of a change of an account.
package enum AccountChange: Sendable, Hashable {
    /// The account as it is now, and the session that the edit has begun.
    case changed(Account, RefreshSession? = nil)
    /// Another account has a name that the edit wanted.
    case taken(AccountConflict)
    /// The decision was to change nothing.
    case refused(WireError)
    /// There is no such account.
    case gone
}
