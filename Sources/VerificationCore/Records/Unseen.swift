/// What the API can say about a request that has no verification on record, as far as the app that asks may know.
package enum Unseen: Sendable, Hashable {
    /// The API accepted it, and it waits in the queue: no worker has seen it yet.
    case queued
    /// The API made the id; the request is too old to be sent, or its verification was erased.
    case expired
    /// The request's idempotency key belongs to an earlier request with other content.
    case keyReused
    /// The API did not make the id for this app, or an operator has dropped the key of an old id.
    case unknown

    /// After the deadline: time for a worker that takes the request at the last moment, and for clocks that differ.
    package static let grace = Duration.seconds(60)
}
