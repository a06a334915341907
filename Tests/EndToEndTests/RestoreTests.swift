import Foundation
import PostgreSQL
import StrictJSON
import Testing
import VerificationCore

/// An operator backs a used database up, restores it elsewhere, and goes on with it.
@Suite("a database from a backup", .serialized, .timeLimit(.minutes(10)))
struct RestoreTests {
    /// How `pg_dump` writes, and what reads it.
    enum Form: String, CaseIterable {
        case plain, custom
    }

    @Test("fits, takes codes, claims, and makes partitions, from each form of a dump", arguments: Form.allCases)
    func worksOn(form: Form) async throws {
        try await withSite { site in
            let phones = Site.phones(3)
            let (process, api) = try await site.serve()
            let live = try #require(try await api.start(phones[0], wait: 30).id)
            let approved = try #require(try await api.start(phones[1], wait: 30).id)
            let code = try site.ledger.onlyCode(of: phones[0])
            #expect(try await api.check(approved, site.ledger.onlyCode(of: phones[1])).status == 200)
            try await process.stop()
            try await restored(site, form) { elsewhere, pool in
                #expect(try await site.run(["migrate"], with: elsewhere)["applied"] == .array([]))
                let doctor = try site.start(["doctor", "--role", "api"], with: elsewhere)
                // It finds that nobody takes requests now.
                _ = try await doctor.exit()
                #expect(doctor.log.contains(#""subject":"schema","ok":true"#), "\(doctor.log)")
                let made = try await pool.query("select make_partitions((now() at time zone 'utc')::date + 200, 1)")
                #expect(try made.value(as: Int32.self) == 3)
                let (process, api) = try await serve(site, elsewhere)
                #expect(try await api.check(live, code).status == 200)
                #expect(try await api.show(approved)["status"] == "approved")
                #expect(try await api.start(phones[2], wait: 30).status == 200)
                try await process.stop()
            }
        }
    }

    @Test("sends nothing twice once `verifyd restored` has put it in order")
    func putInOrder() async throws {
        try await withSite { site in
            let phones = Site.phones(3)
            let (process, api) = try await site.serve()
            let live = try #require(try await api.start(phones[0], wait: 30).id)
            let code = try site.ledger.onlyCode(of: phones[0])
            try await process.stop()
            // A request of the time before, which no worker has taken.
            let (front, caller) = try await site.api()
            let waiting = try #require(try await caller.start(phones[1]).id)
            try await front.stop()
            try await restored(site, .custom) { elsewhere, _ in
                let refused = try site.start(["restored"], with: elsewhere)
                #expect(try await refused.exit() == .code(64) && refused.log.contains("--yes"))
                let plan = try await site.run(["restored", "--dry-run"], with: elsewhere)
                #expect(plan["dryRun"] == true && plan["endedVerifications"] == .integer(1))
                let done = try await site.run(["restored", "--yes", "--reason", "a drill"], with: elsewhere)
                #expect(done["endedVerifications"] == .integer(1) && done["validKeys"]?.array?.isEmpty == false)
                _ = try await site.run(["queues", "resume", "requests"], with: elsewhere)

                let (process, api) = try await serve(site, elsewhere)
                let late = try await api.check(live, code)
                #expect(late.status == 409 && late["verificationStatus"] == "expired")
                try await eventually("the old request is over") { try await api.show(waiting)["status"] == "expired" }
                #expect(try await api.start(phones[2], wait: 30).status == 200)
                #expect(site.ledger.hasOneSMS(for: [phones[0], phones[2]]), "nothing was sent for the old request")
                try await process.stop()
            }
        }
    }

    /// Serves with the restored database and the queues that are there.
    private func serve(_ site: Site, _ elsewhere: [String: String]) async throws -> (ChildProcess, APICaller) {
        let gateway = ["gateway.kind=webhook", "gateway.url=\(site.ledger.url)"]
        let process = try site.start("serve", settings: ["http.port=0"] + gateway, elsewhere)
        let caller = try await site.caller(of: process)
        try await process.says("connected to the broker", "connection", "consuming")
        return (process, caller)
    }

    /// Dumps the site's database and restores it into a new one.
    private func restored(
        _ site: Site, _ form: Form, _ body: (_ elsewhere: [String: String], _ pool: PostgresPool) async throws -> Void
    ) async throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "verifyd-\(UInt64.random(in: 0 ... .max)).dump")
        defer { try? FileManager.default.removeItem(at: file) }  // What is left is a file of the system's own folder.
        let tools = URL(filePath: "/usr/lib/postgresql/15/bin")
        let source = try #require(site.environment["DATABASE_URL"])
        _ = try await ChildProcess.run(
            tools.appending(path: "pg_dump"),
            ["--dbname", source, "--format", form.rawValue, "--file", file.path], environment: site.environment)
        try await withDatabase("e2e-restored-\(UInt32.random(in: 0 ... .max))") { url in
            switch form {
            case .plain:
                _ = try await ChildProcess.run(
                    tools.appending(path: "psql"),
                    ["--dbname", url, "--set", "ON_ERROR_STOP=1", "--quiet", "--file", file.path],
                    environment: site.environment)
            case .custom:
                _ = try await ChildProcess.run(
                    tools.appending(path: "pg_restore"), ["--dbname", url, "--exit-on-error", file.path],
                    environment: site.environment)
            }
            let pool = PostgresPool(try PostgresConfiguration(url: url))
            defer { pool.close() }
            try await body(["DATABASE_URL": url], pool)
        }
    }
}
