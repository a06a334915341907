/// What the store has on record of a claim before the rules decide it.
package struct ClaimFacts: Sendable, Hashable {
    /// What is on record of this very request; nil when it is new.
    package var seen: SeenRequest?
    /// What is on record of its idempotency key; nil when the key is new, or when there is no key.
    package var keyHolder: KeyHolder?
    /// When the database was restored from a backup last; nil when it never was.
    package var restoredAt: Timestamp?
    /// The messages of the verification that the request led to, or else of the phone's live one, by their ordinals.
    ///
    /// A store may leave them out where the request can send no further message of that verification.
    package var earlier: [EarlierMessage]

    package init(
        seen: SeenRequest? = nil, keyHolder: KeyHolder? = nil, restoredAt: Timestamp? = nil,
        earlier: [EarlierMessage] = []
    ) {
        self.restoredAt = restoredAt
        self.earlier = earlier
        self.seen = seen
        self.keyHolder = keyHolder
    }
}
