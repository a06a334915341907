/// What became of saving a project.
package enum SavedProject: Sendable, Hashable {
    /// The project as it is kept; a number that it had before stays.
    case saved(Project)
    /// There is no such app.
    case noSuchApp
    /// Another app has the project id, or the app has another project.
    case taken
}
