import ArgumentParser
import Assembly
import PostgreSQL
import Store
import StrictJSON
import VerificationCore

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Bring the database's schema up to date; safe to repeat.")

    @OptionGroup var trial: DryRunOptions
    @OptionGroup var sources: SettingsOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let settings = try await Settings(sources)
        var database = try settings.patientDatabase(role: "verifyd-migrate")
        // `Migrator` sets a shorter limit for each step.
        database.statementTimeout = .seconds(24 * 3_600)
        let pool = PostgresPool(database)
        defer { pool.close() }
        let migrator = Migrator(pool: pool)
        if trial.isDry { return try await plan(migrator) }
        let applied = try await explaining("database") { try await migrator.migrate() }
        let now = try await explaining("database") { try await migrator.compare() }
        output.print(
            json: .object(
                .init([
                    .init(key: "applied", value: .array(applied.map { .string($0) })),
                    .init(key: "ignored", value: .array(now.ignoredSteps.map { .string($0) })),
                ])),
            text: applied.isEmpty
                ? "schema: \(now.words)" : applied.map { "applied: \($0)" }.joined(separator: "\n"))
    }

    private func plan(_ migrator: Migrator) async throws {
        let now = try await explaining("database") { try await migrator.compare() }
        let missing: [String]
        switch now {
        case .fits, .ahead: missing = []
        case .older(let steps): missing = steps
        case .newer: throw ServiceError("the database refuses: the schema is newer than this program")
        }
        output.print(
            json: DryRunOptions.json([
                "missing": .array(missing.map { .string($0) }),
                "ignored": .array(now.ignoredSteps.map { .string($0) }),
            ]),
            text: missing.isEmpty
                ? "schema: \(now.words)" : missing.map { "would apply: \($0)" }.joined(separator: "\n"))
    }
}

extension SchemaComparison {
    /// What an operator reads of the schema.
    var words: String {
        switch self {
        case .fits: "up to date"
        case .older(let missing): "run `verifyd migrate`; missing: \(missing.joined(separator: "; "))"
        case .ahead(let steps) where steps.isEmpty:
            "has functions of a later version, which this program can use"
        case .ahead(let steps):
            "has \(steps.count) \(steps.count == 1 ? "step" : "steps") of a later version that this program may ignore: "
                + steps.joined(separator: "; ")
        case .newer: "a newer verifyd has migrated it: use that one"
        }
    }

    /// The names of the steps of a later version that this program may ignore.
    var ignoredSteps: [String] {
        switch self {
        case .ahead(let steps): steps
        case .fits, .older, .newer: []
        }
    }
}
