import PostgreSQL
import VerificationCore

extension PostgresPool {
    /// Reads the verifications with these ids, newest first; an erased verification is missing.
    func records(
        of ids: [VerificationID], deadline: ContinuousClock.Instant
    ) async throws -> [VerificationRecord] {
        if ids.isEmpty { return [] }
        let loaded = try await pipeline([.records(ids), .messages(ofAny: ids), .now], deadline: deadline)
        let now = try loaded[2].value(as: Timestamp.self)
        let messages = try loaded[1].messageReports(now: now)
        return try loaded[0].map { row in
            let stored = try row.storedVerification()
            let outcome = try row.decode("outcome", as: String?.self).flatMap(NewRequest.Outcome.init)
            let report = stored.wholeReport(
                live: try row.liveSends(of: stored), messages: messages[stored.id] ?? [], outcome: outcome ?? .send,
                now: now)
            return VerificationRecord(
                report: report, region: try row.decode("region"), endedAt: try row.decode("ended_at"),
                wrongCodes: stored.checks, network: try row.decode("network"), trace: try row.decode("trace"))
        }
    }
}

extension PostgresRows {
    fileprivate func messageReports(now: Timestamp) throws -> [VerificationID: [MessageReport]] {
        var reports: [VerificationID: [MessageReport]] = [:]
        for row in self {
            reports[try row.decode("verification_id"), default: []].append(try row.messageReport(now: now))
        }
        return reports
    }
}

extension SQL {
    /// Newest first.
    fileprivate static func records(_ ids: [VerificationID]) -> SQL {
        """
        select \(SQLPart.verification), v.region, v.network, v.ended_at, p.live_sends, p.live_messages, p.live_resend_after,
               p.live_request, r.outcome, r.trace
        from verifications_of(\(ids)) v
        left join requests_of(\(ids)) r on r.id = v.id
        left join phone_state p on p.app = v.app and p.phone = v.phone and p.live_id = v.id
        order by v.id desc
        """
    }
}
