/// What this process knows of a request whose verification is not in the store.
enum UnseenRequest {
    /// The API made the id, and the request may still wait in the queue.
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
