import Operations
import StrictJSON
import VerificationCore

/// What a verification's page knows of the requests that joined it, and of its events.
extension VerificationViewModel {
    func data(_ trail: VerificationTrail, of record: VerificationRecord) -> JSONValue {
        let start = record.report.createdAt
        return [
            "joined": .array(
                trail.joined.map { request in
                    [
                        "id": .string("\(request.id)"), "at": .time(request.at),
                        "sinceStartSeconds": .seconds(max(.zero, request.at - start)),
                        "outcome": .string(request.outcome.rawValue), "meaning": .string(request.meaning),
                        "message": .count(request.message), "trace": .text(request.trace.map { "\($0)" }),
                        "traceURL": .text(request.trace.flatMap(address)),
                    ]
                }),
            "hasJoined": .bool(!trail.joined.isEmpty), "joinedCount": .count(trail.joined.count),
            "isCutShort": .bool(trail.isCutShort),
            "eventCount": .count(trail.eventCount), "hasEvents": .bool(trail.eventCount > 0),
            "waitingCount": .count(trail.waiting.count), "hasWaiting": .bool(!trail.waiting.isEmpty),
            "waiting": .array(
                trail.waiting.map { event in
                    [
                        "sequence": .count(event.sequence), "kind": .string(event.kind.rawValue),
                        "message": .count(event.message), "at": .time(event.at),
                    ]
                }),
        ]
    }
}

extension VerificationTrail.Joined {
    /// What the request led to, for people.
    var meaning: String {
        switch outcome {
        case .send: message.map { "message \($0) was sent again" } ?? "a message was sent again"
        case .duplicate: "no new message: the code was already on its way"
        case .limited: "rate-limited: no new message"
        case .refused: "rejected by policy: no new message"
        case .expired: "too late: no new message"
        case .conflict: "its idempotency key belongs to another request"
        }
    }
}
