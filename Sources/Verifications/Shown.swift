import VerificationCore

/// What an id leads to, as far as the app that asks may know.
package enum Shown: Sendable {
    case found(VerificationReport)
    /// The request's idempotency key belongs to an earlier request with other words.
    case keyReused
    /// Nothing is on record.
    case unseen(UnseenRequest)
}

/// What is known of a request of which no worker has told the store.
package enum UnseenRequest: Sendable {
    /// The API accepted it, and it waits in the queue.
    case queued
    /// The API made the id; the request is too old to be sent, or its verification was erased.
    case expired
    /// The API did not make the id for this app, or an operator has dropped the key of an old id.
    case unknown
    /// The request may wait in the queue; only a process that has the key of the id can tell.
    case undecidable

    /// After the deadline: time for a worker that takes the request at the last moment, and for clocks that differ.
    static let grace = Duration.seconds(60)
}
