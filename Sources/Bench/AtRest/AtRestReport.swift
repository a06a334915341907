import Histogram

/// How long requests took that came one by one, and what each cost.
package struct AtRestReport: Sendable {
    /// What a process counted, for each request.
    package struct Cost: Sendable, Hashable {
        package let processorMilliseconds: Double
        package let voluntarySwitches: Double
        package let otherSwitches: Double

        package init(_ reading: ProcessReading, requests: Int) {
            processorMilliseconds = reading.processorSeconds * 1_000 / Double(requests)
            voluntarySwitches = Double(reading.voluntarySwitches) / Double(requests)
            otherSwitches = Double(reading.otherSwitches) / Double(requests)
        }
    }

    package let plan: AtRestPlan
    /// Microseconds from a request's set time to the gateway's call.
    package let latency: Histogram<UInt64>
    package let refused: Int
    package let lost: Int
    package let repeated: Int
    /// Of `verifyd serve`.
    package let service: Cost
    /// Of the server's processes that serve it; nil when PostgreSQL is on another machine.
    package let database: Cost?
    /// Of this process, which makes the load and is the webhook's receiver.
    package let load: Cost
    /// Switches per second of `verifyd serve` without any request; nil when it was not measured.
    package let idleSwitches: Double?
    /// Of `verifyd serve` at the end.
    package let memory: ResidentMemory

    /// Milliseconds that `percentile` percent of the requests did not exceed.
    package func milliseconds(_ percentile: Double) -> Double { latency.milliseconds(percentile) }

    /// What is wrong; empty when each request was accepted and the gateway heard of each phone once.
    package var complaints: [String] {
        [("requests refused", refused), ("requests lost", lost), ("phones that the gateway heard of twice", repeated)]
            .compactMap { complaint($0, found: $1) }
    }
}
