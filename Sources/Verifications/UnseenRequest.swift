/// A request that no worker has told the store of.
enum UnseenRequest {
    /// It was accepted here, and waits in the queue.
    case queued
    /// It was accepted here, and is too old to be sent.
    case expired
    /// It was never accepted here, or not for this app.
    case unknown
    /// It may wait in the queue; those can tell who have the key.
    case undecidable

    /// For a worker that takes the request at the last moment, and for clocks that differ.
    static let grace = Duration.seconds(60)
}
