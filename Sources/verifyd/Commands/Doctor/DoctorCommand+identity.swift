import AccountCore
import AccountStore
import Assembly
import PostgreSQL
import VerificationCore

extension DoctorCommand {
    /// Whether the Firebase surface could start with these settings.
    static func surface(_ settings: Settings) -> Finding {
        .of("identity") { try settings.identityInWords() }
    }

    /// Whether the Firebase surface could work with accounts, and its projects and their keys.
    ///
    /// Nothing where there is no project.
    static func identity(_ settings: Settings, _ pool: PostgresPool) async -> [Finding] {
        do {
            let projects = try await PostgresProjects(pool: pool).projects()
            guard !projects.isEmpty else { return [] }
            try await PostgresAccounts(pool: pool).examine()
            return [Finding("accounts", .ok, "can be changed")] + projects.map(signIn) + [
                try signingKeys(
                    settings, await PostgresSigningKeys(pool: pool).signingKeys(), at: await StorePorts(pool).now())
            ]
        } catch {
            return [Finding("accounts", .failed, "\(error)")]
        }
    }

    private static func signIn(_ project: Project) -> Finding {
        let words = "\(project.id) is app \(project.app)"
        return project.isByPhoneOnly
            ? Finding("project", .warning, "\(words); \(Project.phoneOnlyWarning)") : Finding("project", .ok, words)
    }

    private static func signingKeys(
        _ settings: Settings, _ keys: [SigningKey], at now: Timestamp
    ) throws -> Finding {
        let ring = try settings.value(of: CodeSettings.keys)
        let locked = keys.filter { !ring.holds($0.secret.keyName) }
        guard locked.isEmpty else {
            let names = Set(locked.map(\.secret.keyName)).sorted().joined(separator: ", ")
            return Finding("signing keys", .failed, "code.keys lacks \(names), which sealed a signing key")
        }
        let current = keys.signing(at: now).map { "\($0.id) signs" }
        return Finding("signing keys", .ok, current ?? "the first is made when somebody signs in")
    }
}
