import Histogram
import VerificationCore

/// The result of a measurement: the figures, and whether every request ended as it has to.
package struct DrainReport: Sendable {
    package let plan: DrainPlan
    package let publishedIn: Duration
    package let reading: MeteredInbox.Reading
    package let phones: (once: Int, moreThanOnce: Int)
    /// What the database holds.
    package let recorded: StoreCount
    package let memory: Memory

    /// Rows of the benchmark's app.
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

    /// Megabytes of the resident set.
    package struct Memory: Sendable, Hashable {
        package let queueFilled: Double
        package let half: Double
        package let end: Double

        package init(queueFilled: Double, half: Double, end: Double) {
            self.queueFilled = queueFilled
            self.half = half
            self.end = end
        }
    }

    package init(
        plan: DrainPlan, publishedIn: Duration, reading: MeteredInbox.Reading, phones: (once: Int, moreThanOnce: Int),
        recorded: StoreCount, memory: Memory
    ) {
        self.plan = plan
        self.publishedIn = publishedIn
        self.reading = reading
        self.phones = phones
        self.recorded = recorded
        self.memory = memory
    }

    /// What is wrong; empty when every request ended, the gateway saw each phone once, and the database agrees.
    package var complaints: [String] {
        let distinct = plan.distinctPhones
        return [
            complaint("requests acknowledged", reading.acknowledged, plan.requests),
            complaint("requests put aside", reading.dead, 0),
            complaint("phones that the gateway saw once", phones.once, distinct),
            complaint("phones that the gateway saw more than once", phones.moreThanOnce, 0),
            complaint("requests on record", recorded.requests, plan.requests),
            complaint("verifications on record", recorded.verifications, distinct),
            complaint("accepted messages on record", recorded.acceptedMessages, distinct),
        ].compactMap { $0 }
    }

    private func complaint(_ what: String, _ found: Int, _ expected: Int) -> String? {
        found == expected ? nil : "\(what): \(found) instead of \(expected)"
    }

    package var drainedPerSecond: Double {
        guard let start = reading.startedAt, let end = reading.endedAt else { return 0 }
        return Double(plan.requests) / seconds(end - start)
    }

    package var publishedPerSecond: Double { Double(plan.requests) / seconds(publishedIn) }

    /// Milliseconds in the worker's hands, for a share of the requests.
    package func latency(_ percentile: Double) -> Double {
        Double(reading.latency.valueAtPercentile(percentile)) / 1_000
    }

    private func seconds(_ duration: Duration) -> Double { Double(duration.wholeMicroseconds) / 1_000_000 }
}
