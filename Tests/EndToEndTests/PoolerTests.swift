import TestSupport
import Testing

/// The settings lead to PgBouncer in transaction mode instead of PostgreSQL.
@Suite("a pooler before the database", .timeLimit(.minutes(10)))
struct PoolerTests {
    private static let sentence = "connection pooler in transaction mode"

    @Test("is named by every command and every role", arguments: Pooler.Settings.allCases)
    func named(_ settings: Pooler.Settings) async throws {
        try await withSite { site in
            try await Pooler.with(settings) { pooler in
                let elsewhere = ["DATABASE_URL": pooler.url]
                for command in [["apps", "list"], ["migrate"], ["doctor", "--role", "api"], ["workers", "list"]] {
                    let process = try site.start(command, with: elsewhere)
                    #expect(try await process.exit() != .code(0))
                    #expect(process.log.contains(Self.sentence), "\(command): \(process.log)")
                    #expect(!process.log.contains("run `verifyd migrate`"), "\(command): \(process.log)")
                }
                let gateway = ["gateway.kind=webhook", "gateway.url=\(site.ledger.url)"]
                for (role, more) in [
                    ("api", ["http.port=0"]), ("worker", gateway), ("serve", gateway + ["http.port=0"]),
                ] {
                    let process = try site.start(role, settings: more + ["dashboard.port=0"], elsewhere)
                    try await process.says("the database does not fit; what needs it waits until it is mended")
                    #expect(process.log.contains(Self.sentence), "\(role): \(process.log)")
                    try await process.stop()
                }
            }
        }
    }
}
