import Bench
import StrictJSON
import VerificationCore

/// The rounds of a drain, and those of the plain drain beside them, if there are any.
struct DrainComparison {
    let reports: [DrainReport]
    let plain: [DrainReport]

    /// The plain drain's rate for each of this rate's requests: this median through that median; nil without a peer.
    private var ratio: Double? {
        plain.isEmpty ? nil : median(reports) / median(plain)
    }

    /// The report whose rate is the median, or next to it.
    private var middle: DrainReport? {
        reports.sorted { $0.drainedPerSecond < $1.drainedPerSecond }.dropFirst((reports.count - 1) / 2).first
    }

    /// The middle round's figures, and the rates of all rounds.
    var json: JSONValue {
        var members = middle?.json.object ?? JSONObject()
        if reports.count > 1 { members["rounds"] = rates(reports) }
        members["complaints"] = .array(complaints.map { .string($0) })
        guard let ratio else { return .object(members) }
        members["plainRounds"] = rates(plain)
        members["ratioToPlain"] = .decimal(ratio)
        return .object(members)
    }

    var text: String {
        var rows = middle?.rows ?? []
        if reports.count > 1 { rows.append(["rounds", words(reports)]) }
        if let ratio {
            rows.append(["plain", words(plain)])
            rows.append(["ratio", "\(ratio.figure(2)) of the plain drain"])
        }
        rows.append([
            "checked", complaints.isEmpty ? "every request ended, the gateway saw each phone once" : "FAILED",
        ])
        return ([table(rows)] + complaints).joined(separator: "\n")
    }

    private var complaints: [String] { (reports + plain).flatMap(\.complaints) }

    private func median(_ reports: [DrainReport]) -> Double { Rounds.median(reports.map(\.drainedPerSecond)) }

    private func rates(_ reports: [DrainReport]) -> JSONValue {
        .array(reports.map { .integer(Int64($0.drainedPerSecond)) })
    }

    private func words(_ reports: [DrainReport]) -> String {
        reports.map { "\(Int($0.drainedPerSecond))" }.joined(separator: ", ") + " per second"
    }
}

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
