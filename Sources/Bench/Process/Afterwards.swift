/// Runs `body`, and then `end` however `body` has ended.
///
/// Swift has no `defer` that may wait. A cancelled task runs `end` too.
func run<Value: Sendable>(
    _ body: () async throws -> Value, afterwards end: () async -> Void
) async throws -> Value {
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    await end()
    return try result.get()
}
