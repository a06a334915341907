/// What the store has on record of a claim before the rules decide it.
package struct ClaimFacts: Sendable, Hashable {
    /// What is on record of this very request; nil when it is new.
    package var seen: SeenRequest?
    /// What is on record of its idempotency key; nil when the key is new, or when there is no key.
    package var keyHolder: KeyHolder?
    /// When the database was restored from a backup last; nil when it never was.
    package var restoredAt: Timestamp?

    package init(seen: SeenRequest? = nil, keyHolder: KeyHolder? = nil, restoredAt: Timestamp? = nil) {
        self.restoredAt = restoredAt
        self.seen = seen
        self.keyHolder = keyHolder
    }
}
