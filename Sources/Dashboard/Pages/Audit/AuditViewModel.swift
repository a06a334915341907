import HTTPService
import Operations
import StrictJSON
import VerificationCore

/// What the page of the audit knows.
struct AuditViewModel {
    static let heads = ["number", "time", "who", "did", "result", "to", "reason", "address"]

    let filter: AuditFilter
    let before: Int64?
    let cached: Cached<AuditPage>

    var data: JSONValue {
        let page = cached.value
        return [
            "lines": .array((page?.lines ?? []).map(line)), "isEmpty": .bool(page?.lines.isEmpty ?? false),
            "isFirst": .bool(before == nil), "isFiltered": .bool(filter != .all),
            "isCutShort": .bool(page?.isCutShort ?? false),
            "older": .text(page?.next.map { Self.address("/audit", with: filter, before: $0) }),
            "newest": .string(Self.address("/audit", with: filter, before: nil)),
            "file": .string(Self.address("/audit.csv", with: filter, before: nil)),
            "mostExported": .count(AuditService.mostExported),
            "actor": .string(filter.actor ?? ""),
            "actions": options(OperatorAction.allCases.map(\.rawValue), chosen: filter.action?.rawValue),
            "results": options(AuditEntry.Result.allCases.map(\.rawValue), chosen: filter.result?.rawValue),
            "auditKnown": cached.sign,
        ]
    }

    /// A line's cells in the order of `heads`.
    static func row(_ line: StoredAudit) -> [String] {
        let entry = line.entry
        return [
            "\(line.number)", line.at.rfc3339, entry.actor, entry.action.rawValue, entry.result.rawValue, entry.subject,
            entry.reason, entry.address?.description ?? "",
        ]
    }

    private func line(_ line: StoredAudit) -> JSONValue {
        let entry = line.entry
        return [
            "number": .integer(line.number), "at": .time(line.at), "actor": .string(entry.actor),
            "action": .string(entry.action.rawValue), "result": .string(entry.result.rawValue),
            "isBad": .bool(entry.result != .done), "subject": .string(entry.subject),
            "reason": .string(entry.reason), "address": .text(entry.address?.description),
        ]
    }

    private func options(_ words: [String], chosen: String?) -> JSONValue {
        .array(words.map { ["option": .string($0), "isChosen": .bool($0 == chosen)] })
    }

    private static func address(_ path: String, with filter: AuditFilter, before: Int64?) -> String {
        let fields = [
            ("actor", filter.actor), ("action", filter.action?.rawValue), ("result", filter.result?.rawValue),
            ("before", before.map { "\($0)" }),
        ]
        let query = Form.encode(fields.compactMap { name, value in value.map { (name, $0) } })
        return query.isEmpty ? path : path + "?" + String(decoding: query, as: UTF8.self)
    }
}
