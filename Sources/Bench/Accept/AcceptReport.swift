/// How many calls the API answered in each round, and what they cost it.
package struct AcceptReport: Sendable {
    /// The answers to one kind of call in one round.
    package struct Round: Sendable, Hashable {
        package let perSecond: Double
        package let failed: Int
        /// Milliseconds that half of the calls did not exceed.
        package let median: Double
        /// Milliseconds that 99 of 100 calls did not exceed.
        package let p99: Double
        /// Microseconds of the API's processor time for each call.
        package let processor: Double
        /// Context switches of the API for each call.
        package let switches: Double

        init(_ result: ClosedLoad.Result, spent: ProcessReading) {
            let calls = Double(max(1, result.answered + result.failed))
            perSecond = result.perSecond
            failed = result.failed
            median = result.latency.milliseconds(50)
            p99 = result.latency.milliseconds(99)
            processor = spent.processorSeconds * 1_000_000 / calls
            switches = Double(spent.voluntarySwitches + spent.otherSwitches) / calls
        }
    }

    package let plan: AcceptPlan
    /// `GET /livez`.
    package let livez: [Round]
    /// `POST /v1/verifications`.
    package let starts: [Round]
    /// Of the API at the end.
    package let memory: ResidentMemory

    /// Started verifications for each answer to `/livez`, in each round.
    package var ratios: [Double] { zip(starts, livez).map { $0.perSecond / $1.perSecond } }

    /// The same of processor time: the inverse, so that also here a larger number is better.
    package var processorRatios: [Double] { zip(starts, livez).map { $1.processor / $0.processor } }

    /// What is wrong; empty when every call was answered as it has to be.
    package var complaints: [String] {
        [("calls of /livez", livez), ("calls of /v1/verifications", starts)].compactMap { name, rounds in
            complaint("\(name) that failed", found: rounds.map(\.failed).reduce(0, +))
        }
    }
}
