extension Result where Failure == any Error {
    /// Runs `body` and keeps its end, so that the caller can tidy up before it passes an error on.
    package static func catching(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
