import Store
import VerificationCore

/// The result of a measurement: the figures, and whether every request ended as it must.
package struct DrainReport: Sendable {
    package let plan: DrainPlan
    /// How long it took until the broker had confirmed all requests.
    package let publishedIn: Duration
    /// What each worker has done.
    package let shares: [DrainShare]
    /// The rows in the database after the measurement.
    package let recorded: StoreCount
    package let memory: Memory
    /// Of all workers, from the first delivery to the end.
    package let processorSeconds: Double

    /// Numbers of rows of the benchmark's app.
    package struct StoreCount: Sendable, Hashable {
        package let requests: Int
        package let verifications: Int
        package let acceptedMessages: Int

        package init(requests: Int, verifications: Int, acceptedMessages: Int) {
            self.requests = requests
            self.verifications = verifications
            self.acceptedMessages = acceptedMessages
        }
    }

    /// The resident set of the largest worker, in units of 1,048,576 bytes.
    package struct Memory: Sendable, Hashable {
        /// With the queue filled, and before the first delivery.
        package var start = 0.0
        /// When half of the requests had left.
        package var half = 0.0
        package var end = 0.0
        /// At any time.
        package var most = 0.0

        package init() {}
    }

    package init(
        plan: DrainPlan, publishedIn: Duration, shares: [DrainShare], recorded: StoreCount, memory: Memory,
        processorSeconds: Double
    ) {
        self.plan = plan
        self.publishedIn = publishedIn
        self.shares = shares
        self.recorded = recorded
        self.memory = memory
        self.processorSeconds = processorSeconds
    }

    /// What is wrong; empty when every request was acknowledged, the gateway saw each phone once, and the rows agree.
    package var complaints: [String] {
        let distinct = plan.distinctPhones
        return [
            complaint("workers that ended in order", found: shares.count, insteadOf: plan.workers),
            complaint("requests acknowledged", found: sum(\.acknowledged), insteadOf: plan.requests),
            complaint("requests dead-lettered", found: sum(\.dead)),
            // A phone that two workers have called counts twice here.
            complaint("phones that the gateway saw once", found: sum(\.calledOnce), insteadOf: distinct),
            complaint("phones that the gateway saw more than once", found: sum(\.calledAgain)),
            complaint("requests on record", found: recorded.requests, insteadOf: plan.requests),
            complaint("verifications on record", found: recorded.verifications, insteadOf: distinct),
            complaint("accepted messages on record", found: recorded.acceptedMessages, insteadOf: distinct),
        ].compactMap { $0 }
    }

    /// Requests per second from the first delivery to the last settlement; 0 when the measurement has not finished.
    package var drainedPerSecond: Double {
        guard let start = shares.compactMap(\.startedAt).min(), let end = shares.compactMap(\.endedAt).max(),
            end > start
        else { return 0 }
        return Double(sum(\.acknowledged)) / (Double(end - start) / 1_000_000)
    }

    /// Requests per second that the broker confirmed.
    package var publishedPerSecond: Double { Double(plan.requests) / (publishedIn / .seconds(1)) }

    /// Microseconds of the workers' processor time for each request.
    package var processorPerRequest: Double { processorSeconds * 1_000_000 / Double(plan.requests) }

    /// Milliseconds from arrival to settlement, which so many percent of the deliveries did not exceed in any worker.
    ///
    /// `percentile` is one of `DrainShare.percentiles`. With several workers it is that of the slowest.
    package func latency(_ percentile: Double) -> Double {
        guard let index = DrainShare.percentiles.firstIndex(of: percentile) else { return 0 }
        let latencies = shares.compactMap { $0.latencies.count > index ? $0.latencies[index] : nil }
        return Double(latencies.max() ?? 0) / 1_000
    }

    private func sum(_ count: (DrainShare) -> Int) -> Int { shares.map(count).reduce(0, +) }
}
