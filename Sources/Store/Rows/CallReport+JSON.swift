import PostgreSQL
import StrictJSON
import VerificationCore

extension SendRecord {
    /// The calls for the column `calls`; nil for a try whose only call went well.
    var callsText: String? {
        guard !calls.isEmpty else { return nil }
        return String(decoding: JSONValue.array(calls.map(\.json)).serialized, as: UTF8.self)
    }
}

extension CallReport {
    fileprivate var json: JSONValue {
        .object(
            JSONObject([
                .init(key: "gateway", value: .string(gateway)), .init(key: "outcome", value: .string(outcome.rawValue)),
                .init(key: "reason", value: .string(reason)),
                .init(key: "ended_at", value: .integer(endedAt.microseconds)),
                .init(key: "ms", value: .integer(Int64(milliseconds))),
            ]))
    }

    /// Nil for an entry that this program did not write.
    fileprivate init?(_ entry: JSONValue) {
        guard let gateway = entry["gateway"]?.string, let reason = entry["reason"]?.string,
            let outcome = entry["outcome"]?.string.flatMap(Outcome.init(rawValue:)),
            let endedAt = entry["ended_at"]?.integer, let milliseconds = entry["ms"]?.integer
        else { return nil }
        self.init(
            gateway: gateway, outcome: outcome, reason: reason, endedAt: Timestamp(microseconds: endedAt),
            milliseconds: Int(milliseconds))
    }
}

extension PostgresRow {
    /// Reads the column `calls` as text.
    func callReports() throws(PostgresError) -> [CallReport] {
        guard let text = try decode("calls", as: String?.self), let entries = try? JSONValue(parsing: text.utf8).array
        else { return [] }
        return entries.compactMap { CallReport($0) }
    }
}
