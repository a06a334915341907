import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

/// Steps that only a later program knows.
@Suite("A step of a later version")
struct AdditiveStepTests {
    /// Does all that an additive step may do, to the tables that claims, checks and receipts change.
    private static let additive = Migration(
        version: 900, name: "wishes", isAdditive: true,
        statements: [
            "create table wish (id uuid primary key, app text not null references app on delete cascade)",
            "create index on message (gateway)",
            "alter table phone_state add column wishes integer[]",
            "alter table verification add column wish text",
            "alter table verification_request add column wish text",
            "alter table message add column wishes integer not null default 0",
            "alter table receipt add column wish text",
            "alter table rate_limit add column wish text",
            "alter table app add column wish text",
            "alter table outbox add column wish text",
        ])
    private static let breaking = Migration(
        version: 901, name: "unwise", statements: ["alter table message add column unwise text"])

    @Test("that is additive lets a process of an earlier version go on in its open connections, and migrate beside it")
    func goesOn() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(workers: [store], now: try await database.now())
            let early = try await bench.verification(phone: "+4915100001")

            let later = Migrator(pool: database.pool, steps: Migration.all + [Self.additive])
            #expect(try await later.migrate() == ["wishes"])
            try await store.examine()
            let late = try await bench.verification(phone: "+4915100002")
            for request in [early, late] {
                #expect(try await bench.check(request, isRight: false).wrong != nil)
                #expect(try await bench.check(request, isRight: true).isApproved)
                #expect(try await bench.report(request).status == .approved)
            }

            let own = Migrator(pool: database.pool)
            #expect(try await own.compare() == .ahead(steps: ["wishes"]))
            #expect(try await own.migrate().isEmpty)
            #expect(try await own.compare() == .ahead(steps: ["wishes"]))
            #expect(try await later.compare() == .fits)
            #expect(try await database.pool.query("select wishes from message").count == 2)
        }
    }

    @Test("that is not additive stops an earlier version, also behind an additive one")
    func stops() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let later = Migrator(pool: database.pool, steps: Migration.all + [Self.additive, Self.breaking])
            #expect(try await later.migrate() == ["wishes", "unwise"])
            let problem = await #expect(throws: StoreError.self) { try await store.examine() }
            guard case .unfit(let words) = problem else {
                Issue.record("\(String(describing: problem))")
                return
            }
            #expect(words.contains("newer"))
            let own = Migrator(pool: database.pool)
            #expect(try await own.compare() == .newer)
            await #expect(throws: StoreError.self) { try await own.migrate() }
            #expect(try await later.compare() == .fits)
        }
    }

    @Test("beside missing steps or functions leaves these to be migrated, unless the functions are later too")
    func comparison() {
        let first = Migration(version: 1, name: "first", statements: [])
        let second = Migration(version: 2, name: "second", statements: [])
        let ours = SchemaFunctions.note
        let (older, later) = ("0 of an earlier release", "\(SchemaFunctions.version + 1) of a later release")
        let cases: [(applied: [Int: String], expected: SchemaComparison)] = [
            ([0: ours, 1: "first", 2: "second"], .fits),
            ([0: ours, 1: "first", 2: "second", 4: "additive: b", 3: "additive: a"], .ahead(steps: ["a", "b"])),
            ([0: later, 1: "first", 2: "second", 3: "additive: a"], .ahead(steps: ["a"])),
            ([0: ours, 1: "first", 2: "second", 3: "additive: a", 4: "b"], .newer),
            ([0: older, 1: "first", 2: "second", 3: "additive: a"], .older(missing: ["functions"])),
            ([0: ours, 1: "first", 3: "additive: a"], .older(missing: ["second"])),
            ([0: later, 1: "first", 3: "additive: a"], .newer),
            ([0: later, 1: "first"], .newer),
        ]
        for (applied, expected) in cases {
            #expect(SchemaComparison(applied: applied, steps: [first, second]) == expected, "\(applied)")
        }
    }

    @Test("is known as additive by its note alone, and this program's steps that are marked do nothing but add")
    func marked() {
        #expect(Migration.additiveName(in: Self.additive.note) == "wishes")
        for step in Migration.all where !step.isAdditive { #expect(Migration.additiveName(in: step.note) == nil) }
        for step in Migration.all + [Self.additive] where step.isAdditive {
            for statement in step.statements { #expect(Self.onlyAdds(statement.text), "\(step.name)") }
        }
    }

    @Test(
        "that changes or forbids something is found not to be additive",
        arguments: [
            "drop table wish", "alter table app drop column rules",
            "alter table app add column a text, drop column rules",
            "alter table app add column a text not null", "alter table app add column a text unique",
            "alter table app add column a integer check (a > 0)", "alter table app add column a text references wish",
            "create unique index on app (display_name)", "create table wish (app text references app)",
            "alter table app rename column rules to r", "update app set rules = '{}'",
            "alter table app alter column rules drop default",
        ])
    func notAdditive(_ statement: String) {
        #expect(!Self.onlyAdds(statement))
    }

    /// Whether a statement does only what `Migration.isAdditive` lists.
    private static func onlyAdds(_ statement: String) -> Bool {
        let words = statement.lowercased()
        if words.contains("references") && !words.contains("on delete cascade") { return false }
        if words.hasPrefix("create table ") || words.hasPrefix("create index ") { return true }
        let parts = words.split(separator: " ", maxSplits: 3)
        guard words.hasPrefix("alter table "), parts.count == 4 else { return false }
        return parts[3].split(separator: ", ").allSatisfy { part in
            part.hasPrefix("add column ") && (!part.contains("not null") || part.contains("default"))
                && ["unique", "check", "references", "primary key"].allSatisfy { !part.contains($0) }
        }
    }
}
