/// What became of a test number that was to be saved.
package enum SavedTestNumber: Sendable, Hashable {
    /// Saved, as the store keeps it now.
    case saved(TestNumber)
    /// The app has as many test numbers as it may have.
    case tooMany
    /// The app has sent a real SMS to the number.
    case inUse
}
