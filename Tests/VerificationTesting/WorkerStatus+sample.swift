import VerificationCore

extension WorkerStatus {
    /// A worker's word in a test.
    package static func sample(
        host: String = "host", startedAt: Timestamp = Timestamp(seconds: 1_767_225_600), inHand: Int = 0,
        oldestAt: Timestamp? = nil, activity: WorkerActivity = .consuming, paused: Set<WorkQueue> = [],
        links: [String: Bool] = [:]
    ) -> WorkerStatus {
        WorkerStatus(
            host: host, version: "1.2.3", processID: 4_711, startedAt: startedAt, inHand: inHand, oldestAt: oldestAt,
            prefetch: 1_000, activity: activity, paused: paused, links: links)
    }
}
