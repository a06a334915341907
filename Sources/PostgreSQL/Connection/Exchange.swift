/// A batch in flight on a connection, and the caller who waits for it.
struct Exchange: Sendable {
    let batch: Batch
    let deadline: ContinuousClock.Instant
    let caller: CheckedContinuation<Result<[PostgresRows], PostgresError>, Never>
    var reader = PipelineReader<PostgresRows>(steps: [])
    var isSecondTry = false

    func fail(_ error: PostgresError) { caller.resume(returning: .failure(error)) }

    /// Where in the batch the server refused; nil while it has not refused.
    var refusal: Batch.Refusal? {
        guard reader.failure != nil else { return nil }
        return reader.failedStatement.map { .statement($0) } ?? .synchronization
    }
}
