/// What is known of a request of which no worker has told the store.
enum UnseenRequest {
    /// The API accepted it, and it waits in the queue.
    case queued
    /// The API accepted it, and it is too old to be sent.
    case expired
    /// The API never accepted it, or not for this app.
    case unknown
    /// It may wait in the queue; a process that has the key can tell.
    case undecidable

    /// Time for a worker that takes the request at the last moment, and for clocks that differ.
    static let grace = Duration.seconds(60)
}
