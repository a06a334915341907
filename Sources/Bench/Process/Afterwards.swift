/// Runs `body`, and then `end` however `body` has ended.
///
/// Swift has no `defer` that may wait. In a cancelled task `end` runs too, and does not see that it is cancelled.
func run<Value: Sendable>(
    _ body: () async throws -> Value, afterwards end: @escaping @Sendable () async -> Void
) async throws -> Value {
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    await Task { await end() }.value
    return try result.get()
}
