/// What is on record of a claim before it is decided.
package struct ClaimFacts: Sendable, Hashable {
    /// Of the very request.
    package var seen: SeenRequest?
    /// Of its idempotency key.
    package var keyHolder: KeyHolder?

    package init(seen: SeenRequest? = nil, keyHolder: KeyHolder? = nil) {
        self.seen = seen
        self.keyHolder = keyHolder
    }
}
