import Bench
import StrictJSON

extension JourneyReport {
    var json: JSONValue {
        .members([
            "stages": .array(stages.map(\.json)),
            "ledger": .members([
                "accepted": .integer(Int64(ledger.accepted)), "messages": .integer(Int64(ledger.messages)),
                "lost": .integer(Int64(ledger.lost)), "ended": .integer(Int64(ledger.ended)),
                "doubled": .integer(Int64(ledger.doubled)), "unexpected": .integer(Int64(ledger.unexpected)),
            ]),
            "load": .members([
                "processorShare": .decimal(processorShare), "sentLateByMs": .decimal(lateness),
            ]),
            "soak": soak?.json, "complaints": .array(complaints.map { .string($0) }),
        ])
    }

    var text: String {
        var rows = [
            ["at the sandbox", count],
            [
                "the load itself",
                "\((processorShare * 100).figure(0)) % of a processor, sent at most \(lateness.figure()) ms late",
            ],
        ]
        if let soak { rows += soak.rows }
        rows.append(["checked", complaints.isEmpty ? "the count is right, and all thresholds are kept" : "FAILED"])
        return (stages.map(\.text) + ["", table(rows)] + complaints).joined(separator: "\n")
    }

    private var count: String {
        "\(ledger.accepted) accepted, \(ledger.messages) SMS, \(ledger.lost) lost, \(ledger.ended) ended without an SMS, "
            + "\(ledger.doubled) phones with several, \(ledger.unexpected) unexpected"
    }
}

extension StageReport {
    fileprivate var json: JSONValue {
        .members([
            "stage": .string(stage.rawValue), "requests": .integer(Int64(tally.asked)),
            "done": .integer(Int64(tally.done)), "rate": .decimal(rate), "throughput": .decimal(throughput),
            "success": .decimal(success),
            "latencyMs": .members([
                "min": .decimal(least), "mean": .decimal(mean), "p50": .decimal(milliseconds(50)),
                "p90": .decimal(milliseconds(90)), "p95": .decimal(milliseconds(95)),
                "p99": .decimal(milliseconds(99)), "max": .decimal(milliseconds(100)),
            ]),
            "statuses": .object(counts(tally.statuses.map { (String($0), $1) })),
            "errors": .object(counts(tally.errors.map { ($0, $1) })),
        ])
    }

    private func counts(_ pairs: [(String, Int)]) -> JSONObject {
        var object = JSONObject()
        for (name, count) in pairs.sorted(by: { $0.0 < $1.0 }) { object[name] = .integer(Int64(count)) }
        return object
    }
}

extension SoakVerdict {
    fileprivate var json: JSONValue {
        .members([
            "baseline": baseline.json, "final": final?.json, "samples": .array(samples.map(\.json)),
        ])
    }

    /// What a person reads of it.
    fileprivate var rows: [[String]] {
        [
            ["at rest, before", baseline.words], ["under load, half way", samples.middle?.words ?? "no sample"],
            ["at rest, after", final?.words ?? "ended"],
        ]
    }
}

extension [SoakSample] {
    fileprivate var middle: SoakSample? { isEmpty ? nil : self[count / 2] }
}

extension SoakSample {
    fileprivate var json: JSONValue {
        .members([
            "seconds": .decimal(time), "memoryMB": .decimal(memory), "connections": .integer(Int64(connections)),
            "descriptors": .integer(Int64(descriptors)),
        ])
    }

    fileprivate var words: String {
        "\(Int(memory)) MB, \(connections) connections, \(descriptors) file descriptors"
    }
}
