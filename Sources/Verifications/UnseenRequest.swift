/// What can be said of an id for which the store has no verification.
enum UnseenRequest {
    /// This installation accepted the request, and it waits in the queue.
    case queued
    /// This installation accepted the request, and nothing is sent for it any more.
    case expired
    /// This installation never accepted the request, or not for this app.
    case unknown
    /// The request may wait in the queue; only a process that has the key can tell.
    case undecidable

    /// Added to a request's life for a worker that takes it at the last moment, and for clocks that differ.
    static let grace = Duration.seconds(60)
}
