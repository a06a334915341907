import Bench
import StrictJSON

extension AtRestReport {
    var json: JSONValue {
        .members([
            "rate": .integer(Int64(plan.rate)), "requests": .integer(Int64(plan.requests)),
            "requestToGatewayMs": .members([
                "p50": .decimal(milliseconds(50)), "p90": .decimal(milliseconds(90)),
                "p99": .decimal(milliseconds(99)), "max": .decimal(milliseconds(100)),
            ]),
            "serve": service.json, "postgres": database?.json, "load": load.json,
            "idleSwitchesPerSecond": idleSwitches.map { .decimal($0) },
            "memoryMB": .members(["end": .decimal(memory.now), "most": .decimal(memory.most)]),
            "complaints": .array(complaints.map { .string($0) }),
        ])
    }

    var text: String {
        var rows = [
            ["requests", "\(plan.requests) at \(plan.rate) per second, \(plan.gateway.rawValue)"],
            [
                "request to gateway",
                "p50 \(ms(50)), p90 \(ms(90)), p99 \(ms(99)), longest \(ms(100))",
            ],
            ["serve, each", service.words],
            ["PostgreSQL, each", database?.words ?? "on another machine"],
            ["the load's own, each", load.words],
            ["memory of serve", "\(Int(memory.now)) MB at the end, \(Int(memory.most)) MB at most"],
        ]
        if let idleSwitches { rows.append(["idle serve", "\(idleSwitches.figure()) switches per second"]) }
        rows.append(["checked", complaints.isEmpty ? "each request reached the gateway once" : "FAILED"])
        return ([table(rows)] + complaints).joined(separator: "\n")
    }

    private func ms(_ percentile: Double) -> String { "\(milliseconds(percentile).figure()) ms" }
}

extension AtRestReport.Cost {
    fileprivate var json: JSONValue {
        .members([
            "processorMs": .decimal(processorMilliseconds), "voluntarySwitches": .decimal(voluntarySwitches),
            "otherSwitches": .decimal(otherSwitches),
        ])
    }

    fileprivate var words: String {
        "\(processorMilliseconds.figure(2)) ms of processor, \(voluntarySwitches.figure()) voluntary and "
            + "\(otherSwitches.figure()) other switches"
    }
}
