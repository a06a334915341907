import Bench
import StrictJSON

extension AcceptReport {
    var json: JSONValue {
        .members([
            "connections": .integer(Int64(plan.connections)), "livez": .array(livez.map(\.json)),
            "starts": .array(starts.map(\.json)), "ratio": .decimal(Rounds.median(ratios)),
            "processorRatio": .decimal(Rounds.median(processorRatios)),
            "memoryMB": .members(["end": .decimal(memory.now), "most": .decimal(memory.most)]),
            "complaints": .array(complaints.map { .string($0) }),
        ])
    }

    var text: String {
        let all = ratios.map { $0.figure(2) }.joined(separator: ", ")
        let rows = [
            ["connections", "\(plan.connections), \(plan.rounds) rounds"],
            ["GET /livez", livez.words],
            ["POST /v1/verifications", starts.words],
            ["ratio", "\(Rounds.median(ratios).figure(2)) (\(all))"],
            ["ratio of processor time", Rounds.median(processorRatios).figure(2)],
            ["memory of the API", "\(Int(memory.now)) MB at the end, \(Int(memory.most)) MB at most"],
            ["checked", complaints.isEmpty ? "every call was answered as it has to be" : "FAILED"],
        ]
        return ([table(rows)] + complaints).joined(separator: "\n")
    }
}

extension [AcceptReport.Round] {
    /// The medians of the rounds.
    fileprivate var words: String {
        let median = { (figure: (Element) -> Double) in Rounds.median(map(figure)) }
        return "\(Int(median(\.perSecond))) per second, p50 \(median(\.median).figure()) ms, "
            + "p99 \(median(\.p99).figure()) ms, \(median(\.processor).figure()) µs of the API's processor time and "
            + "\(median(\.switches).figure()) switches each"
    }
}

extension AcceptReport.Round {
    fileprivate var json: JSONValue {
        .members([
            "perSecond": .decimal(perSecond), "p50Ms": .decimal(median), "p99Ms": .decimal(p99),
            "processorUs": .decimal(processor), "switches": .decimal(switches), "failed": .integer(Int64(failed)),
        ])
    }
}
