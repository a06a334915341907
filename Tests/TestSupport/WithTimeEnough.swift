import Testing

/// Runs `body` with a short time, and again with a longer time when `body` says that the time was too short.
///
/// `body` itself expects what must hold on any machine. It returns false only for what a busy machine may spoil. The
/// test fails when the longest time was too short as well.
package func withTimeEnough(
    _ times: [Duration] = [.milliseconds(300), .seconds(3), .seconds(20)],
    sourceLocation: SourceLocation = #_sourceLocation, _ body: (Duration) async throws -> Bool
) async rethrows {
    for time in times {
        if try await body(time) { return }
    }
    Issue.record("too short each time: \(times)", sourceLocation: sourceLocation)
}
