import Bench
import StrictJSON
import VerificationCore

extension DrainReport {
    var json: JSONValue {
        .members([
            "messages": .integer(Int64(plan.requests)), "distinctPhones": .integer(Int64(plan.distinctPhones)),
            "publishedPerSecond": .integer(Int64(publishedPerSecond)),
            "drainedPerSecond": .integer(Int64(drainedPerSecond)),
            "latencyMs": .members([
                "p50": .decimal(latency(50)), "p90": .decimal(latency(90)), "p99": .decimal(latency(99)),
                "max": .decimal(latency(100)),
            ]),
            "memoryMB": .members([
                "queueFilled": .decimal(memory.queueFilled), "half": .decimal(memory.half), "end": .decimal(memory.end),
            ]),
            "complaints": .array(complaints.map { .string($0) }),
        ])
    }

    var text: String {
        let rows = [
            ["requests", "\(plan.requests) for \(plan.distinctPhones) phones"],
            ["published and confirmed", "\(Int(publishedPerSecond)) per second"],
            ["drained", "\(Int(drainedPerSecond)) per second"],
            ["in the worker", "p50 \(ms(50)), p90 \(ms(90)), p99 \(ms(99)), longest \(ms(100))"],
            [
                "memory",
                "\(Int(memory.queueFilled)) MB with the queue filled, \(Int(memory.half)) MB half way, "
                    + "\(Int(memory.end)) MB at the end",
            ],
            ["checked", complaints.isEmpty ? "every request ended, the gateway saw each phone once" : "FAILED"],
        ]
        return ([table(rows)] + complaints).joined(separator: "\n")
    }

    private func ms(_ percentile: Double) -> String { "\((latency(percentile) * 10).rounded() / 10) ms" }
}
