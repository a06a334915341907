import VerificationCore

/// A verification's life as the template shows it: facts, and a timeline from its rows.
struct VerificationModel: Sendable {
    struct Fact: Sendable {
        let name: String
        let value: String
    }

    struct Step: Sendable {
        let at: String
        let clock: String
        let after: String
        let what: String
        let detail: String
        let isBad: Bool
    }

    let frame: Frame
    let facts: [Fact]
    let steps: [Step]

    init(_ frame: Frame, _ report: VerificationReport, phone: String) {
        self.frame = frame
        facts = [
            Fact(name: "Status", value: report.status.rawValue + (report.reason.map { " (\($0))" } ?? "")),
            Fact(name: "Phone", value: phone), Fact(name: "App", value: report.app.name),
            Fact(name: "Code good until", value: report.expiresAt.clock),
            Fact(name: "Sends left", value: "\(report.remainingSends)"),
            Fact(name: "Checks left", value: "\(report.remainingChecks)"),
        ]
        let start = report.createdAt
        func step(_ at: Timestamp, _ what: String, _ detail: String, isBad: Bool = false) -> Step {
            Step(
                at: at.rfc3339, clock: at.clock, after: (at - start).milliseconds, what: what, detail: detail,
                isBad: isBad)
        }
        let begun = step(report.id.madeAt, "request accepted", "by the clock of its maker")
        let decided = step(start, "verification began", "a worker decided to send")
        let messages = report.messages.flatMap { message in
            message.calls.map { call in
                step(
                    call.endedAt, "call of \(call.gateway): \(call.outcome.rawValue)",
                    "\(call.reason), after \(call.milliseconds) ms", isBad: true)
            } + [
                step(
                    message.updatedAt, "message \(message.ordinal): \(message.status.rawValue)",
                    [message.gateway, message.gatewayID, message.reason].compactMap { $0 }.joined(separator: ", "),
                    isBad: message.status == .failed || message.status == .undelivered)
            ]
        }
        steps = ([begun, decided] + messages).sorted { $0.at < $1.at }
    }
}

extension Duration {
    /// In seconds with three digits after the point.
    fileprivate var milliseconds: String {
        let whole = wholeMicroseconds / 1_000
        let digits = "\(abs(whole) % 1_000)"
        return (whole < 0 ? "-" : "") + "\(abs(whole) / 1_000)." + String(repeating: "0", count: 3 - digits.count)
            + digits
    }
}
