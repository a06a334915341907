import Testing
import VerificationCore

/// Proves what every store of queues' samples promises.
///
/// - Parameters:
///   - store: an empty store.
///   - minute: a minute that is over.
/// - Throws: what the store throws.
package func exerciseQueueSamples(_ store: any QueueSampleStore, at minute: Minute) async throws {
    func sample(
        _ offset: Int, _ queue: String, _ role: QueueReport.Role, _ ready: Int, _ seconds: Int? = nil
    ) -> QueueSample {
        QueueSample(
            minute: minute + offset, queue: queue, role: role, ready: ready,
            oldest: seconds.map { .milliseconds($0 * 1_000 + 250) })
    }
    func sum(
        _ offset: Int, _ role: QueueReport.Role, _ ready: Int, _ seconds: Int? = nil
    ) -> QueueSum {
        QueueSum(
            beginning: minute + offset, role: role, ready: ready,
            oldest: seconds.map { .milliseconds($0 * 1_000 + 250) })
    }
    let span = minute..<minute + 20
    #expect(try await store.sums(in: span, step: 1).isEmpty)
    try await store.keep([])
    try await store.keep([
        sample(0, "requests", .requests, 5, 2), sample(0, "retry.1", .retry, 3), sample(0, "retry.2", .retry, 4),
        sample(7, "requests", .requests, 1, 9), sample(7, "retry.1", .retry, 6), sample(12, "dead'--", .dead, 2),
    ])
    // Another dashboard saw other numbers of the same minutes.
    try await store.keep([sample(12, "requests", .requests, 8), sample(0, "requests", .requests, 99, 99)])
    #expect(
        try await store.sums(in: span, step: 1) == [
            sum(0, .requests, 5, 2), sum(0, .retry, 7), sum(7, .requests, 1, 9), sum(7, .retry, 6), sum(12, .dead, 2),
            sum(12, .requests, 8),
        ])
    #expect(
        try await store.sums(in: span, step: 10) == [
            sum(0, .requests, 5, 9), sum(0, .retry, 7), sum(10, .dead, 2), sum(10, .requests, 8),
        ], "the greatest of each ten minutes")
    #expect(try await store.sums(in: minute + 1..<minute + 7, step: 1).isEmpty)
}
