/// What became of test numbers that were to take the place of others.
package enum ReplacedTestNumbers: Sendable, Hashable {
    case replaced
    /// The app would have more test numbers than it may have; nothing has changed.
    case tooMany
    /// The app has sent a real SMS to this number; nothing has changed.
    case inUse(PhoneNumber)
}
