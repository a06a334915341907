import PostgreSQL
import Testing

/// What processes have counted, as the database has it.
@Suite("tallies", .serialized, .timeLimit(.minutes(10)))
struct TallyTests {
    @Test("API and worker count what they do; a process that stops in order hands everything over")
    func countsTraffic() async throws {
        try await withSite(rules: #"{"resendAfter": 60}"#) { site in
            let (api, worker) = (try await site.api(), try await site.worker())
            let phones = Site.phones(5)
            var ids: [String] = []
            for phone in phones {
                let answer = try await api.caller.start(phone, wait: 30)
                ids.append(try #require(answer.id))
            }
            // Joins the first verification.
            _ = try await api.caller.ask(phones[0], wait: 30)
            let codes = try phones.map { try site.ledger.onlyCode(of: $0) }
            #expect(try await api.caller.check(ids[0], codes[0].wrongCode).status == 422)
            for (id, code) in zip(ids, codes).prefix(3) {
                #expect(try await api.caller.check(id, code).status == 200)
            }
            try await site.stop(api.process, worker)

            let expected = [
                "accepted": 5, "approved": 3, "call-accepted": 5, "call-time": 5, "duplicate": 1, "sent": 5,
                "started": 6, "wait": 6, "wrong-code": 1,
            ]
            var kinds = try await site.tallies("kind")
            // As often as the API has said so, which is a matter of time.
            #expect(kinds.removeValue(forKey: "api-alive") ?? 0 > 0)
            #expect(kinds == expected)
            #expect(try await site.tallies("region", kind: "approved") == ["DE": 3])
            #expect(try await site.tallies("app", kind: "started") == [Site.app: 6])
            #expect(try await site.tallies("gateway", kind: "accepted").values.map { $0 } == [5])
            try await site.expectDrained()
        }
    }

    @Test("a sandbox's receipts are counted for app, region and gateway, while the process runs")
    func countsReceipts() async throws {
        try await withSite { site in
            let (process, api) = try await site.serve(settings: ["gateway.kind=sandbox", "sandbox.port=0"])
            let sandbox = try await site.operatorCaller(
                of: process, words: "sandbox inbox listens; nothing is really sent")
            try await sandbox.put("/api/behaviour", #"{"delivered": 1, "receiptsReversed": 0.5, "receiptsTwice": 0.5}"#)
            for phone in Site.phones(6) { _ = try await api.start(phone, wait: 30) }
            try await eventually("all deliveries are counted") {
                try await site.tallies("kind", kind: "delivered") == ["delivered": 6]
            }
            #expect(try await site.tallies("region", kind: "delivered") == ["DE": 6])
            #expect(try await site.tallies("app", kind: "delivered") == [Site.app: 6])
            let gateways = try await site.tallies("gateway", kind: "delivered")
            #expect(gateways == (try await site.tallies("gateway", kind: "accepted")) && gateways.count == 1)
            try await site.expectDrained()
        }
    }

    @Test("counts of a time without the database are handed over when it is back")
    func keepsThrough() async throws {
        try await withSite { site in
            let (process, api) = try await site.serve()
            _ = try await api.start(Site.phones(1)[0], wait: 30)
            try await site.whileLocked("tally") { _ in
                for phone in Site.phones(4) { _ = try await api.start(phone, wait: 30) }
                try await eventually("the process has tried in vain") {
                    let waits: SQL = """
                        select count(*) from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock' and query ~ 'insert into tally'
                        """
                    return try await site.pool.read(waits).value(as: Int64.self) > 0
                }
            }
            try await process.stop()
            #expect(try await site.tallies("kind", kind: "sent") == ["sent": 4])
            #expect(try await site.tallies("kind", kind: "duplicate") == ["duplicate": 1])
            try await site.expectDrained()
        }
    }
}

extension Site {
    /// The counts by a column of `tally`; with `kind` of this kind only.
    fileprivate func tallies(_ column: String, kind: String? = nil) async throws -> [String: Int] {
        let rows = try await pool.read(
            """
            select \(identifier: column), sum(count)::bigint from tally
            where kind = coalesce(\(kind), kind) group by 1
            """)
        return Dictionary(uniqueKeysWithValues: try rows.decode(as: String.self, Int64.self).map { ($0, Int($1)) })
    }

    fileprivate func stop(_ processes: ChildProcess...) async throws {
        for process in processes { try await process.stop() }
    }
}
