import ArgumentParser
import Assembly
import PostgreSQL
import SessionStore
import VerificationCore

/// Whose limits a command is about.
struct SubjectOptions: ParsableArguments {
    @Argument(help: "The app's id.")
    var app: String
    @Option(help: "A number in international form, such as +14155550123.")
    var phone: String?
    @Option(help: "A client's address; of IPv6 its /64 counts.")
    var ip: String?

    /// Opens the limits for one command, and closes them again.
    func withLimits<Value>(
        _ sources: SettingsOptions, _ body: (PostgresLimits, LimitSubject) async throws -> Value
    ) async throws -> Value {
        let (phone, address) = (try phone.map(phoneNumber), try ip.map(address))
        let pool = PostgresPool(try await Settings(sources).patientDatabase(role: "verifyd-limits"))
        defer { pool.close() }
        return try await explaining("database") {
            guard let app = try await AppRegistry(pool: pool).apps().app(named: app) else {
                throw noApp(app)
            }
            let subject = LimitSubject(app: app.id, rules: app.rules, phone: phone, address: address)
            return try await body(PostgresLimits(pool: pool), subject)
        }
    }

    private func address(_ text: String) throws -> IPAddress {
        guard let address = IPAddress(text) else { throw ValidationError("\(text) is not an address") }
        return address
    }
}
