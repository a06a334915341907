/// What a test waited for did not happen in time.
struct TimedOut: Error, CustomStringConvertible {
    let what: String
    let limit: Duration

    var description: String { "not within \(limit): \(what)" }
}

/// Looks again and again until the condition holds; throws when it does not in time.
///
/// Only for what does not notify the test when it changes, for example rows of the database and lengths of queues.
func eventually(
    _ what: String, within limit: Duration = .seconds(90), _ condition: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while try await !condition() {
        guard clock.now < deadline else { throw TimedOut(what: what, limit: limit) }
        try await clock.sleep(for: .milliseconds(25))
    }
}
