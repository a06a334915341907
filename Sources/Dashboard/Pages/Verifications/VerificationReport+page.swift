import StrictJSON
import VerificationCore

extension VerificationReport {
    /// A line of a list.
    func row(phone: String) -> JSONValue {
        [
            "id": .string("\(id)"), "startedAt": .time(createdAt), "phone": .string(phone), "app": .string(app.name),
            "status": .string(status.rawValue), "messages": .count(messages.count),
        ]
    }

    /// Facts, and a timeline from the rows of the store, in the order of their times.
    func detail(phone: String) -> JSONValue {
        let begun = Step(id.madeAt, "request accepted", "by the clock of its maker")
        let decided = Step(createdAt, "verification began", "a worker decided to send")
        let steps = ([begun, decided] + messages.flatMap(\.steps)).sorted { $0.at < $1.at }
        let start = steps.first?.at ?? createdAt
        return [
            "id": .string("\(id)"), "status": .string(status.rawValue), "reason": .text(reason),
            "phone": .string(phone), "app": .string(app.name), "expiresAt": .time(expiresAt),
            "remainingSends": .count(remainingSends), "remainingChecks": .count(remainingChecks),
            "messages": .count(messages.count), "steps": .array(steps.map { $0.data(since: start) }),
        ]
    }
}

/// Something that happened in a verification's life.
private struct Step {
    let at: Timestamp
    let what: String
    let detail: String
    let isBad: Bool

    init(_ at: Timestamp, _ what: String, _ detail: String, isBad: Bool = false) {
        (self.at, self.what, self.detail, self.isBad) = (at, what, detail, isBad)
    }

    func data(since start: Timestamp) -> JSONValue {
        [
            "at": .time(at), "sinceStartSeconds": .seconds(at - start), "what": .string(what),
            "detail": .string(detail), "isBad": .bool(isBad),
        ]
    }
}

extension MessageReport {
    /// The calls of gateways that took no message, and how the message stands.
    fileprivate var steps: [Step] {
        let tries = calls.map { call in
            Step(
                call.endedAt, "call of \(call.gateway): \(call.outcome.rawValue)",
                "\(call.reason), after \(call.milliseconds) ms", isBad: true)
        }
        let detail = [gateway, gatewayID, reason].compactMap { $0 }.joined(separator: ", ")
        let isBad = status == .failed || status == .undelivered
        return tries + [Step(updatedAt, "message \(ordinal): \(status.rawValue)", detail, isBad: isBad)]
    }
}
