/// What became of a test number that was to be saved.
package enum SavedTestNumber: Sendable, Hashable {
    /// As it is kept.
    case saved(TestNumber)
    /// The app has as many as it may have.
    case tooMany
    /// The app has really sent to it.
    case inUse
}
