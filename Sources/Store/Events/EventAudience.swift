/// The apps for which a transaction writes events.
enum EventAudience: Sendable, Hashable {
    /// All apps of the changes; the worker that decided the changes knows that these apps have endpoints.
    case everyApp
    /// The transaction finds out which apps have endpoints.
    case appsWithEndpoint
}
