import Histogram
import VerificationCore

/// The result of a measurement: the figures, and whether every request ended as it must.
package struct DrainReport: Sendable {
    package let plan: DrainPlan
    /// How long it took until the broker had confirmed all requests.
    package let publishedIn: Duration
    package let reading: MeteredInbox.Reading
    package let phones: (once: Int, moreThanOnce: Int)
    /// The rows in the database after the measurement.
    package let recorded: StoreCount
    package let memory: Memory

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

    /// The process's resident set, in units of 1,048,576 bytes.
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

    /// What is wrong; empty when every request was acknowledged, the gateway saw each phone once, and the rows agree.
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

    /// Requests per second from the first delivery to the last settlement; 0 when the measurement has not finished.
    package var drainedPerSecond: Double {
        guard let start = reading.startedAt, let end = reading.endedAt else { return 0 }
        return Double(plan.requests) / seconds(end - start)
    }

    /// Requests per second that the broker confirmed.
    package var publishedPerSecond: Double { Double(plan.requests) / seconds(publishedIn) }

    /// Milliseconds from arrival to settlement, which `percentile` percent of the deliveries did not exceed.
    ///
    /// For example `latency(50)` is the median, and `latency(100)` the longest time of all.
    package func latency(_ percentile: Double) -> Double {
        Double(reading.latency.valueAtPercentile(percentile)) / 1_000
    }

    private func seconds(_ duration: Duration) -> Double { Double(duration.wholeMicroseconds) / 1_000_000 }
}
