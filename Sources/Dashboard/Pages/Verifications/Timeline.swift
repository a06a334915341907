import Operations
import StrictJSON
import VerificationCore

/// What happened in a verification's life, as far as the store knows, in an order in which it can have happened.
///
/// Three clocks tell of it: the id has the time of the request's maker, a call of a gateway that of its worker, and all
/// else the store's. So times alone are no order. For example the maker's clock is a second ahead, and the worker decided
/// after 0.2 s. Then the request's time is later than the decision's, and the timeline says why. The id of an idempotency
/// key tells only the day of its request.
struct Timeline {
    private struct Step {
        /// Nil where the store keeps no time.
        let at: Timestamp?
        let what: String
        let detail: String
        let isBad: Bool
        /// What a provider's code means.
        let sentence: String?
        /// When it happened at the earliest, because another step came before it.
        var place: Timestamp

        init(_ at: Timestamp?, what: String, detail: String, isBad: Bool = false, sentence: String? = nil) {
            (self.at, self.what, self.detail, self.isBad, self.sentence) = (at, what, detail, isBad, sentence)
            place = at ?? Timestamp(microseconds: .max)
        }
    }

    private let record: VerificationRecord
    private let trail: VerificationTrail?
    private let reasons: ReasonWords
    private var report: VerificationReport { record.report }

    /// `trail`: nil where it is not known.
    init(_ record: VerificationRecord, trail: VerificationTrail?, reasons: ReasonWords) {
        (self.record, self.trail, self.reasons) = (record, trail, reasons)
    }

    /// The request comes first, whatever its maker's clock says.
    var data: JSONValue {
        let parts = [decision] + joined + report.messages.flatMap(steps) + [end].compactMap { $0 }
        let later = parts.enumerated()
            .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
        return .array(([request] + later).map(data))
    }

    private func data(_ step: Step) -> JSONValue {
        let since = step.at.map { max(.zero, $0 - start) }
        return [
            "at": .time(step.at),
            "sinceStartSeconds": .seconds(step.what == request.what && ahead != nil ? nil : since),
            "what": .string(step.what), "detail": .string(step.detail), "isBad": .bool(step.isBad),
            "sentence": .text(step.sentence),
        ]
    }

    /// By how much the clock of the request's maker is ahead; an id's time has whole milliseconds.
    private var ahead: Duration? {
        report.id.requestedAt.map { $0 - report.createdAt }.flatMap { $0 >= .milliseconds(1) ? $0 : nil }
    }
    private var start: Timestamp { min(report.id.requestedAt ?? report.createdAt, report.createdAt) }

    private var request: Step {
        guard let moment = report.id.requestedAt else {
            let day = report.id.madeAt.rfc3339.prefix(10)
            return Step(
                nil, what: "request made",
                detail: "on \(day); an id that an idempotency key may have made tells no time")
        }
        let note = ahead.map { ", which is at least \($0.words) ahead of the store's" } ?? ""
        return Step(moment, what: "request made", detail: "by the clock of its maker" + note)
    }

    private var decision: Step {
        guard report.messages.isEmpty, report.status != .pending else {
            return Step(report.createdAt, what: "verification started", detail: "a worker decided to send")
        }
        return Step(report.createdAt, what: "a worker sent nothing", detail: report.reason ?? "", isBad: true)
    }

    private var joined: [Step] {
        (trail?.joined ?? []).map { Step($0.at, what: "another request joined", detail: $0.meaning) }
    }

    /// Each step of a message at its time, but not before the step that it followed.
    private func steps(_ message: MessageReport) -> [Step] {
        let name = "message \(message.ordinal)"
        var steps = [Step(message.createdAt, what: "\(name): taken", detail: "by a worker")]
        steps += message.calls.map { call in
            Step(
                call.endedAt, what: "\(name): call of \(call.gateway), \(call.outcome.rawValue)",
                detail: "\(SharedReason.explained(call.reason)), after \(call.milliseconds) ms, by the worker's clock",
                isBad: true, sentence: sentence(for: call.reason, of: call.gateway))
        }
        let reason = message.reason.map(SharedReason.explained)
        let details = [message.gateway, message.gatewayID, reason, message.doubt].compactMap { $0 }
        steps.append(
            Step(
                message.updatedAt, what: "\(name): \(message.status.rawValue)", detail: details.joined(separator: ", "),
                isBad: message.status == .failed || message.status == .undelivered,
                sentence: sentence(for: message.reason, of: message.gateway)))
        for number in steps.indices.dropFirst() {
            steps[number].place = max(steps[number].place, steps[number - 1].place)
        }
        return steps
    }

    /// Nothing for a reason that `SharedReason` explains beside it.
    private func sentence(for reason: String?, of gateway: String?) -> String? {
        reason.flatMap { SharedReason(rawValue: $0) } == nil ? reasons.sentence(for: reason, of: gateway) : nil
    }

    /// Nil while it goes on, and for what `decision` says already.
    private var end: Step? {
        guard !(report.messages.isEmpty && decision.isBad) else { return nil }
        switch report.status {
        case .queued, .pending, .refused: return nil
        case .approved, .approvedElsewhere:
            return Step(record.endedAt, what: "approved", detail: "the right code came" + through + afterWrongCodes)
        case .canceled:
            return Step(record.endedAt, what: "canceled", detail: "by the app or an operator" + afterWrongCodes)
        case .expired: return Step(report.expiresAt, what: "expired", detail: "the code's life ended" + afterWrongCodes)
        case .failed:
            return Step(
                record.endedAt, what: "failed", detail: report.reason.map(SharedReason.explained) ?? "", isBad: true)
        case .maxAttemptsReached:
            return Step(record.endedAt, what: "checks used up", detail: wrongCodes, isBad: true)
        }
    }

    /// Nothing where the code came through the verification's own id.
    private var through: String {
        report.approvedBy.map { $0 == report.id ? "" : ", through the request \($0) that joined" } ?? ""
    }
    private var wrongCodes: String { record.wrongCodes == 1 ? "a wrong code" : "\(record.wrongCodes) wrong codes" }
    private var afterWrongCodes: String { record.wrongCodes == 0 ? "" : ", after " + wrongCodes }
}

extension MessageReport {
    fileprivate var doubt: String? { mayBeDuplicate ? "may have gone out twice" : nil }
}
