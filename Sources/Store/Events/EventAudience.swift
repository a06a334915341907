/// Whom a transaction tells of its changes.
enum EventAudience: Sendable, Hashable {
    /// Whoever decided the changes knows that the apps have endpoints.
    case everyApp
    /// The transaction finds out which apps have endpoints.
    case appsWithEndpoint
}
