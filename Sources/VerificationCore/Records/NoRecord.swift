/// Why the store has no verification for an id.
package enum NoRecord: Error, Sendable, Hashable {
    /// The request reused another request's idempotency key. It may be a request of any app, not only the caller's.
    case keyReused
    /// The request is on record, but its verification was erased. It may be a request of any app too.
    case erased
    /// No request of this id is on record, or the verification is another app's.
    case unknown
}
