import PostgreSQL
import StrictJSON
import Testing
import VerificationCore

/// A database that answers, but does not fit the program.
@Suite("an unfit database", .timeLimit(.minutes(10)))
struct UnfitDatabaseTests {
    @Test(
        "whatever does not fit, before a worker starts and while it runs: nothing is dead, and all is sent afterwards")
    func waits() async throws {
        try await withSite { site in
            let phones = (0..<1_000).map { "+49151234" + String(10_000 + $0) }
            let api = try await site.api().caller
            try await api.expectAccepted(Array(phones[..<500]))
            try await site.pool.query("alter table message rename to elsewhere")
            let worker = try site.reluctantWorker()
            try await worker.says("the database does not fit; what needs it waits until it is mended")
            #expect(try await site.waiting() == 500, "nothing was taken")
            try await site.pool.query("alter table elsewhere rename to message")
            try await site.ledger.sms(atLeast: 500)

            try await site.pool.query("alter table app rename column rules to elsewhere")
            try await site.pool.query("alter table phone_state rename column live_id to elsewhere")
            try await api.expectAccepted(Array(phones[500...]))
            try await eventually("the worker has said so again") {
                worker.log.split(separator: "\n").count { $0.contains("the database does not fit; what needs it") } == 2
            }
            #expect(try await site.dead() == 0)
            try await site.pool.query("alter table phone_state rename column elsewhere to live_id")
            try await site.pool.query("alter table app rename column elsewhere to rules")
            try await site.ledger.sms(atLeast: 1_000)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test("a newer schema under a process with nothing to do is noticed, told by readyz and doctor, and waited for")
    func newerSchema() async throws {
        try await withSite { site in
            let (process, api) = try await site.serve()
            let admin = try await site.operatorCaller(of: process)
            #expect(try await admin.page("/readyz").body.contains(#""schema":"ok""#))
            try await site.pool.query("insert into schema_migration (version, name) values (99, 'later')")
            try await process.says("the database does not fit; what needs it waits until it is mended")
            try await eventually("it is not as it should be") {
                try await admin.page("/readyz").body.contains(#""schema":"failed""#)
            }
            #expect(try await api.metrics().contains(#"verifyd_gate_closed{reason="unfit"} 1"#))
            try await api.expectAccepted(Site.phones(1))
            let doctor = try site.start(["doctor", "--role", "api"])
            #expect(try await doctor.exit() == .code(1))
            #expect(doctor.log.contains("a newer verifyd has migrated it"), "\(doctor.log)")
            #expect(site.ledger.calls.isEmpty)

            try await site.pool.query("delete from schema_migration where version = 99")
            try await site.ledger.sms(atLeast: 1)
            try await eventually("it is well") { try await admin.page("/readyz").body.contains(#""schema":"ok""#) }
        }
    }

    @Test("a worker that the database no longer fits is on the overview and in the metrics, gravely as it is alone")
    func toldToOperators() async throws {
        try await withSite { site in
            try await site.makeOperators(["ada": .viewer])
            let (worker, dashboard) = (try await site.worker(), try await site.dashboard())
            let admin = try await site.operatorCaller(of: dashboard.process)
            try await DashboardCaller.with(dashboard.base) { stranger in
                let ada = try await stranger.signedIn("ada")
                try await site.pool.query("insert into schema_migration (version, name) values (99, 'later')")
                try await worker.says("the database does not fit; what needs it waits until it is mended")
                try await eventually("the overview says so") {
                    let twin = try await ada.get("/api/v1/overview").json
                    let found = twin?["findings"]?.array?.first { $0["rule"] == "workers-held" }
                    return found?["level"] == "DOWN" && found?["measure"]?.string?.hasPrefix("1 of 1 workers") == true
                }
                try await eventually("the metric says so") {
                    try await admin.page("/metrics").body.contains(#"verifyd_finding{rule="workers-held"} 2"#)
                }
                try await site.pool.query("delete from schema_migration where version = 99")
                try await eventually("it is over") {
                    try await admin.page("/metrics").body.contains(#"verifyd_finding{rule="workers-held"} 0"#)
                }
            }
        }
    }

    @Test("an app that a process cannot read waits and is shouted about, and other apps go on")
    func unreadableApp() async throws {
        try await withSite { site in
            let phones = Site.phones(21)
            let (_, api) = try await site.api()
            let other = try await site.addApp("other")
            try await api.expectAccepted(Array(phones[..<20]))
            try await site.pool.pipeline([
                #"update app set rules = rules || '{"future":1}' where id = 'demo'"#,
                "select pg_notify('verifyd_apps', '')",
            ])
            let worker = try await site.worker()
            try await worker.says("an app cannot be read; its requests wait", "app", "demo")
            let started = try await APICaller(base: api.base, admin: api.admin, key: other, client: api.client).start(
                phones[20], wait: 30)
            #expect(started.status == 200)
            #expect(try await api.impatient.start(phones[20]).status == 503)
            #expect(try await site.dead() == 0 && site.ledger.hasOneSMS(for: [phones[20]]))
            try await site.pool.pipeline([
                "update app set rules = rules - 'future' where id = 'demo'", "select pg_notify('verifyd_apps', '')",
            ])
            try await site.ledger.sms(atLeast: 21)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: phones))
        }
    }

    @Test(
        "a test number that a process cannot read gets no real SMS: its app waits, doctor tells, and it can be removed")
    func unreadableTestNumber() async throws {
        try await withSite { site in
            let phones = Site.phones(2)
            let (_, api) = try await site.api()
            let saved = try await api.saveTestNumber(phones[0], code: "123456")
            let id = try #require(saved["id"])
            try await api.expectAccepted(phones)
            try await site.pool.pipeline([
                "update test_number set scenario = 'later'", "select pg_notify('verifyd_apps', '')",
            ])
            let worker = try await site.worker()
            try await worker.says("an app cannot be read; its requests wait", "app", "demo")
            let doctor = try site.start([
                "doctor", "--set", "gateway.kind=webhook", "--set", "gateway.url=\(site.ledger.url)",
            ])
            #expect(try await doctor.exit() == .code(1))
            #expect(doctor.log.contains("test number \(id) has a scenario or a kind that this version does not know"))
            #expect(try await site.dead() == 0 && site.ledger.calls.isEmpty)

            try await site.pool.pipeline([
                "update test_number set scenario = null", "select pg_notify('verifyd_apps', '')",
            ])
            try await eventually("both are served") {
                try await site.messages().count { $0.stage == "ended" } == 2
            }
            try await site.pool.query("update test_number set scenario = 'later'")
            _ = try await site.run(["test-numbers", "remove", Site.app, id])
            #expect(try await site.run(["test-numbers", "list", Site.app]) == .array([]))
            #expect(try await site.pool.query("select from test_number").isEmpty)
            try await site.expectDrained()
            #expect(site.ledger.hasOneSMS(for: [phones[1]]), "nothing went to the test number")
        }
    }

    @Test("a key that was revoked while the apps could not be read is refused within seconds of their being readable")
    func revocation() async throws {
        try await withSite { site in
            let (process, api) = try await site.api()
            #expect(try await api.start(Site.phones(1)[0]).status == 202)
            let keys = try await site.run(["keys", "list", Site.app])
            let name = try #require(keys.array?.first?["name"]?.string)
            try await site.pool.transaction(deadline: .now + .seconds(60)) { transaction in
                try await transaction.query("lock table test_number")
                _ = try await site.run(["keys", "revoke", Site.app, name])
                try await process.says("apps not loaded; tried again until it works")
                try await transaction.commit()
            }
            try await eventually("the key is refused", within: .seconds(10)) {
                try await api.impatient.start(Site.phones(1)[0]).status == 401
            }
        }
    }
}
