import Bench
import StrictJSON
import VerificationCore

extension DrainReport {
    var json: JSONValue {
        .members([
            "messages": .integer(Int64(plan.requests)), "distinctPhones": .integer(Int64(plan.distinctPhones)),
            "workers": .integer(Int64(plan.workers)),
            "publishedPerSecond": .integer(Int64(publishedPerSecond)),
            "drainedPerSecond": .integer(Int64(drainedPerSecond)),
            "processorUs": .decimal(processorPerRequest),
            "latencyMs": .members([
                "p50": .decimal(latency(50)), "p90": .decimal(latency(90)), "p99": .decimal(latency(99)),
                "max": .decimal(latency(100)),
            ]),
            "memoryMB": .members([
                "queueFilled": .decimal(memory.start), "half": .decimal(memory.half), "end": .decimal(memory.end),
                "most": .decimal(memory.most),
            ]),
        ])
    }

    /// What a person reads of it, in rows of two cells.
    var rows: [[String]] {
        [
            ["requests", "\(plan.requests) for \(plan.distinctPhones) phones"],
            ["published and confirmed", "\(Int(publishedPerSecond)) per second"],
            [
                "drained",
                "\(Int(drainedPerSecond)) per second by \(plan.workers == 1 ? "a worker" : "\(plan.workers) workers")",
            ],
            ["in the worker", "p50 \(ms(50)), p90 \(ms(90)), p99 \(ms(99)), longest \(ms(100))"],
            ["processor time", "\(processorPerRequest.figure()) µs of the workers for each request"],
            [
                "memory of a worker",
                "\(Int(memory.start)) MB with the queue filled, \(Int(memory.half)) MB half way, "
                    + "\(Int(memory.end)) MB at the end, \(Int(memory.most)) MB at most",
            ],
        ]
    }

    private func ms(_ percentile: Double) -> String { "\(latency(percentile).figure()) ms" }
}
