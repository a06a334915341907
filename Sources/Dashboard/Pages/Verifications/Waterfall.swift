import Operations
import StrictJSON
import VerificationCore

/// How long each part of a verification took, as bars on one scale, as far as the store keeps it.
///
/// The clocks are those of `Timeline`. A part that would end before it began, because two clocks differ, has no bar. The
/// store keeps only the last time of a message, so a message that was delivered has one bar until its receipt.
struct Waterfall {
    private struct Span {
        let what: String
        let from: Timestamp
        let until: Timestamp
        var isBad = false

        /// In microseconds after `moment`.
        func place(after moment: Timestamp) -> (from: Double, until: Double) {
            (Double((from - moment).wholeMicroseconds), Double((until - moment).wholeMicroseconds))
        }
    }

    /// The shortest bar, in percent of the scale.
    private static let shortest = 0.5

    /// How many requests that joined have a bar.
    private static let mostJoined = 10

    private let record: VerificationRecord
    private let trail: VerificationTrail?
    private var report: VerificationReport { record.report }

    /// `trail`: nil where it is not known.
    init(_ record: VerificationRecord, trail: VerificationTrail?) { (self.record, self.trail) = (record, trail) }

    /// `x` and `width` are percents of the scale, which begins with the first bar and ends with the last.
    var data: JSONValue {
        let spans = (waiting + joined + report.messages.flatMap(spans) + life).filter { $0.from <= $0.until }
        guard let first = spans.map(\.from).min(), let last = spans.map(\.until).max(), first < last else {
            return .array([])
        }
        let scale = 100 / Double((last - first).wholeMicroseconds)
        return .array(
            spans.map { span in
                let place = span.place(after: first)
                return [
                    "what": .string(span.what), "beganAt": .time(span.from),
                    "seconds": .seconds(span.until - span.from),
                    "x": Self.percent(min(place.from * scale, 100 - Self.shortest)),
                    "width": Self.percent(max((place.until - place.from) * scale, Self.shortest)),
                    "isBad": .bool(span.isBad),
                ]
            })
    }

    private static func percent(_ value: Double) -> JSONValue { .decimal((value * 100).rounded() / 100) }

    /// Nothing for an id that tells no time.
    private var waiting: [Span] {
        report.id.requestedAt.map { [Span(what: "waiting in the queue", from: $0, until: report.createdAt)] } ?? []
    }

    /// A request that joins is a moment.
    private var joined: [Span] {
        (trail?.joined ?? []).prefix(Self.mostJoined).map {
            Span(what: "another request joined: \($0.meaning)", from: $0.at, until: $0.at)
        }
    }

    private func spans(_ message: MessageReport) -> [Span] {
        let name = "message \(message.ordinal)"
        let calls = message.calls.map { call in
            Span(
                what: "\(name): call of \(call.gateway), \(call.outcome.rawValue)",
                from: call.endedAt + .milliseconds(-call.milliseconds), until: call.endedAt, isBad: true)
        }
        guard let (end, isBad) = Self.end(of: message) else { return calls }
        // The call that went well began when the call before it had ended.
        let begin = message.calls.last?.endedAt ?? message.createdAt
        return calls + [Span(what: "\(name): \(end)", from: begin, until: message.updatedAt, isBad: isBad)]
    }

    /// What ended at the message's last time; nil while nothing has.
    private static func end(of message: MessageReport) -> (words: String, isBad: Bool)? {
        let gateway = message.gateway ?? "a gateway"
        switch message.status {
        case .sending: return nil
        case .accepted: return ("until \(gateway) had accepted it", false)
        case .delivered: return ("until the receipt of \(gateway), delivered", false)
        case .undelivered: return ("until the receipt of \(gateway), not delivered", true)
        case .failed: return ("until it had failed", true)
        case .unknown: return ("until nothing more was known", true)
        }
    }

    /// Nothing where no transaction has noted the end.
    private var life: [Span] {
        record.endedAt.map { [Span(what: "until \(report.status.rawValue)", from: report.createdAt, until: $0)] } ?? []
    }
}
