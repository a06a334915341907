import ArgumentParser
import Assembly
import PostgreSQL
import SessionStore
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
        if trial.isDry { return try await plan(Migrator(pool: pool)) }
        let applied = try await explaining("database") { try await Migrator(pool: pool).migrate() }
        output.print(
            json: .object(.init([.init(key: "applied", value: .array(applied.map { .string($0) }))])),
            text: applied.isEmpty ? "schema is up to date" : applied.map { "applied: \($0)" }.joined(separator: "\n"))
    }

    private func plan(_ migrator: Migrator) async throws {
        let missing =
            switch try await explaining("database", { try await migrator.compare() }) {
            case .fits: [String]()
            case .older(let missing): missing
            case .newer: throw ServiceProblem("the database refuses: the schema is newer than this program")
            }
        output.print(
            json: DryRunOptions.json(["missing": .array(missing.map { .string($0) })]),
            text: missing.isEmpty
                ? "schema is up to date" : missing.map { "would apply: \($0)" }.joined(separator: "\n"))
    }
}
