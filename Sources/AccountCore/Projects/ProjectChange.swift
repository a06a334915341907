/// What became of a change of a project.
package enum ProjectChange: Sendable, Hashable {
    /// The project as it is now.
    case changed(Project)
    /// The decision was to change nothing.
    case refused(WireError)
    /// There is no such project.
    case gone
}
