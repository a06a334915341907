/// A project of the Firebase surface, with the keys of its app.
struct ProjectKeys: Sendable {
    let project: String
    /// In every copy of the app.
    let client: String
    /// On the backend that administrates the project.
    let admin: String
}
