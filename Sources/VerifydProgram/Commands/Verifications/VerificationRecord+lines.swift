import StrictJSON
import VerificationCore

extension [VerificationRecord] {
    func text(_ numbers: NumberOptions) -> String {
        let heads = ["REQUESTED", "NUMBER", "REGION", "APP", "STATUS", "GATEWAYS", "ID"]
        return isEmpty ? "no verifications" : table([heads] + map { $0.row(numbers) })
    }
}

extension VerificationRecord {
    fileprivate func row(_ numbers: NumberOptions) -> [String] {
        let gateways = Set(report.messages.compactMap(\.gateway)).sorted().joined(separator: ", ")
        return [
            shownAt.rfc3339, numbers.shown(report.phone), region, report.app.name, report.status.rawValue,
            gateways.isEmpty ? "-" : gateways, "\(report.id)",
        ]
    }

    /// For a single verification.
    func text(_ numbers: NumberOptions) -> String {
        let facts = [
            ["verification", "\(report.id)"],
            ["status", report.status.rawValue + (report.reason.map { " (\($0))" } ?? "")],
            ["number", numbers.shown(report.phone)], ["region", region], ["app", report.app.name],
            ["app proof", report.appProof ?? "-"], ["requested", requested], ["started", report.createdAt.rfc3339],
            ["code until", report.expiresAt.rfc3339], ["ended", endedAt?.rfc3339 ?? "-"],
            ["approved by", report.approvedBy.map { "request \($0)" } ?? "-"], ["wrong codes", "\(wrongCodes)"],
        ]
        // What has ended has nothing left, whatever it has used.
        let left = [["sends left", "\(report.remainingSends)"], ["checks left", "\(report.remainingChecks)"]]
        return table(facts + (report.status == .pending ? left : []) + report.messages.flatMap(\.lines))
    }

    private var requested: String {
        guard let moment = id.requestedAt else {
            return "on \(id.madeAt.rfc3339.prefix(10)); an id that an idempotency key may have made holds no time"
        }
        return "\(moment.rfc3339) by its maker's clock"
    }

    func json(_ numbers: NumberOptions) -> JSONValue {
        .members([
            "id": .string("\(report.id)"), "status": .string(report.status.rawValue),
            "reason": report.reason.map { .string($0) },
            "approvedBy": report.approvedBy.map { .string("\($0)") },
            "phoneNumber": .string(numbers.shown(report.phone)),
            "region": .string(region), "app": .string(report.app.name),
            "appProof": report.appProof.map { .string($0) },
            "requestedAt": id.requestedAt.map { .string($0.rfc3339) }, "startedAt": .string(report.createdAt.rfc3339),
            "expiresAt": .string(report.expiresAt.rfc3339), "endedAt": endedAt.map { .string($0.rfc3339) },
            "remainingSends": .integer(Int64(report.remainingSends)),
            "remainingChecks": .integer(Int64(report.remainingChecks)), "wrongCodes": .integer(Int64(wrongCodes)),
            "messages": .array(report.messages.map(\.json)),
        ])
    }
}

extension MessageReport {
    fileprivate var lines: [[String]] {
        let details = [gateway, gatewayID, reason].compactMap { $0 }.joined(separator: ", ")
        let steps = calls.map { call in
            "\(call.endedAt.rfc3339) call of \(call.gateway) \(call.outcome.rawValue): \(call.reason)"
        }
        let last = "\(updatedAt.rfc3339) \(status.rawValue)" + (details.isEmpty ? "" : ": " + details)
        return (steps + [last]).map { ["message \(ordinal)", $0] }
    }

    fileprivate var json: JSONValue {
        .members([
            "number": .integer(Int64(ordinal)), "status": .string(status.rawValue),
            "reason": reason.map { .string($0) }, "gateway": gateway.map { .string($0) },
            "gatewayMessageId": gatewayID.map { .string($0) }, "tries": .integer(Int64(tries)),
            "mayBeDuplicate": .bool(mayBeDuplicate), "createdAt": .string(createdAt.rfc3339),
            "updatedAt": .string(updatedAt.rfc3339),
            "calls": .array(
                calls.map { call in
                    .members([
                        "gateway": .string(call.gateway), "outcome": .string(call.outcome.rawValue),
                        "reason": .string(call.reason), "endedAt": .string(call.endedAt.rfc3339),
                        "milliseconds": .integer(Int64(call.milliseconds)),
                    ])
                }),
        ])
    }
}
