import Operations
import StrictJSON
import VerificationCore

/// What the pages of verifications know; phone numbers are masked.
struct VerificationViewModel {
    let phones: any PhoneNumberParser
    let reasons: ReasonWords
    /// The address of a trace, with `{trace}` for its id; nil where no viewer is set.
    let traceViewer: String?

    /// A page of the list.
    func list(_ cached: Cached<VerificationPage>, for query: VerificationQuery) -> JSONValue {
        let page = cached.value
        let next = page?.next.map { query.address(before: $0) }
        let isCutShort = page?.isCutShort ?? false
        var members = JSONObject(query.form.map { .init(key: $0.0, value: $0.1) })
        members["rows"] = .array((page?.records ?? []).map(row))
        members["hint"] = .null
        members["isList"] = true
        members["isEmpty"] = .bool(page?.records.isEmpty ?? false)
        members["isFiltered"] = .bool(query.isFiltered)
        members["newest"] = .text(query.before == nil ? nil : query.address(before: nil))
        members["older"] = .text(isCutShort ? nil : next)
        members["goOn"] = .text(isCutShort ? next : nil)
        members["lookedBackTo"] = .time(isCutShort ? page?.next.flatMap(query.filter.lookedBackTo) : nil)
        members["recordsKnown"] = cached.sign
        return .object(members)
    }

    /// What a search found.
    func found(_ records: [VerificationRecord]) -> JSONValue {
        let nothing = """
            No match for that id, trace, gateway message id or phone number. A number is written with + and its country. A \
            request that still waits on its queue is not found. Messages are found only of gateways that report delivery.
            """
        let isFull = records.count == Records.pageLength
        let more = isFull ? "The newest \(records.count); there may be older verifications." : "\(records.count) found."
        return [
            "rows": .array(records.map(row)), "hint": .string(records.isEmpty ? nothing : more), "isList": false,
            "isEmpty": false, "newest": .null, "older": .null, "goOn": .null, "recordsKnown": .null,
        ]
    }

    private func row(_ record: VerificationRecord) -> JSONValue {
        let report = record.report
        var gateways: [String] = []
        for gateway in report.messages.compactMap(\.gateway) where !gateways.contains(gateway) {
            gateways.append(gateway)
        }
        return [
            "id": .string("\(report.id)"), "requestedAt": .time(report.id.requestedAt),
            "startedAt": .time(report.createdAt), "phone": .string(phones.masked(report.phone)),
            "region": .string(record.region), "app": .string(report.app.name),
            "status": .string(report.status.rawValue), "reason": .text(report.reason),
            "gateways": .word(gateways.joined(separator: ", ")), "messages": .count(report.messages.count),
        ]
    }

    /// The page of a verification; `asked`: the id in the address, which may be that of a request that joined it.
    func detail(
        _ record: VerificationRecord, asked: VerificationID, trail: Cached<VerificationTrail>
    ) -> JSONValue {
        let (report, spans) = (record.report, Waterfall(record, trail: trail.value).data)
        return [
            "id": .string("\(report.id)"), "status": .string(report.status.rawValue), "reason": .text(report.reason),
            "joinedBy": .text(asked == report.id ? nil : "\(asked)"), "phone": .string(phones.masked(report.phone)),
            "region": .string(record.region), "app": .string(report.app.name), "appProof": .text(report.appProof),
            "requestedAt": .time(report.id.requestedAt), "startedAt": .time(report.createdAt),
            "expiresAt": .time(report.expiresAt), "endedAt": .time(record.endedAt),
            "isPending": .bool(report.status == .pending), "remainingSends": .count(report.remainingSends),
            "resendAfter": .time(report.status == .pending ? report.resendAfter : nil),
            "remainingChecks": .count(report.remainingChecks), "wrongCodes": .count(record.wrongCodes),
            "messages": .count(report.messages.count),
            "steps": Timeline(record, trail: trail.value, reasons: reasons).data,
            "spans": spans, "hasSpans": .bool(spans.array?.isEmpty == false),
            "hasTexts": .bool(!report.messages.isEmpty),
            "texts": .array(report.messages.map(text)),
            "reasonSentence": .text(sentence(of: report)), "network": .text(record.network),
            "trail": trail.value.map { data($0, of: record) } ?? .null,
            "trailKnown": trail.sign(of: "Other requests and events"),
            "trace": .text(record.trace.map { "\($0)" }), "traceURL": .text(record.trace.flatMap(address)),
            "metadata": .array(
                report.metadata.sorted { $0.key < $1.key }.map {
                    ["name": .string($0.key), "value": .string($0.value)]
                }),
        ]
    }

    /// What the verification's own reason means, which is that of its last message.
    private func sentence(of report: VerificationReport) -> String? {
        reasons.sentence(for: report.reason, of: report.messages.last?.gateway)
    }

    func address(of trace: TraceID) -> String? {
        traceViewer.map {
            $0.split(separator: "{trace}", omittingEmptySubsequences: false).joined(separator: "\(trace)")
        }
    }

    /// What the store keeps of a text; never the text itself.
    private func text(_ message: MessageReport) -> JSONValue {
        [
            "number": .count(message.ordinal), "status": .string(message.status.rawValue),
            "gateway": .text(message.gateway), "gatewayMessage": .text(message.gatewayID),
            "language": .text(message.language), "encoding": .text(message.encoding),
            "segments": .count(message.segments), "tries": .count(message.tries),
        ]
    }
}
