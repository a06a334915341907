/// Runs `body`, then `cleanUp`, and returns what `body` returned or throws what it threw.
///
/// A test beyond its time limit is canceled, and most calls of a canceled task end at once. So `cleanUp` runs in a task
/// of its own, which nobody cancels. Of two errors the test throws that of `body`, which tells more.
package func withCleanUp<Value>(
    _ body: () async throws -> Value, cleanUp: @escaping @Sendable () async throws -> Void
) async throws -> Value {
    let result = await Result.catching(body)
    let end = await Task { try await cleanUp() }.result
    let value = try result.get()
    try end.get()
    return value
}
