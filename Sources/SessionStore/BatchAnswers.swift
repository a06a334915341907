import VerificationCore

/// Runs one batch.
///
/// What the server refuses is asked again one by one, so that only the item it cannot take fails.
func answers<Item: Sendable, Outcome: Sendable>(
    _ items: [Item], _ run: ([Item]) async throws(StoreProblem) -> [Outcome]
) async -> [Result<Outcome, StoreProblem>] {
    do {
        return try await run(items).map(Result.success)
    } catch let problem {
        guard items.count > 1, case .broken = problem else { return items.map { _ in .failure(problem) } }
    }
    var results: [Result<Outcome, StoreProblem>] = []
    for item in items { results += await answers([item], run) }
    return results
}
