import AccountCore
import AccountStore
import Assembly
import Foundation
import Operations
import PostgreSQL
import SessionStore
import VerificationCore

/// The ports through which commands use the store.
struct StorePorts: Sendable {
    let apps: any AppStore
    let verifications: any VerificationStore
    let tallies: any TallyStore
    let operators: any OperatorStore
    let audit: any AuditLog
    let workers: any WorkerRegistry
    let blocks: any BlockStore
    let restoration: PostgresRestoration
    let projects: any ProjectStore
    let phoneOwners: PostgresPhoneOwners
    let signingKeys: any SigningKeyStore
    let serviceAccounts: any ServiceAccountStore
    private let pool: PostgresPool

    init(_ pool: PostgresPool) {
        self.pool = pool
        apps = AppRegistry(pool: pool)
        verifications = PostgresVerificationStore(pool: pool, callDeadline: .seconds(30))
        tallies = PostgresTallies(pool: pool)
        operators = PostgresOperators(pool: pool)
        audit = PostgresAudit(pool: pool)
        workers = PostgresWorkerRegistry(pool: pool)
        blocks = PostgresBlocks(pool: pool)
        restoration = PostgresRestoration(pool: pool)
        projects = PostgresProjects(pool: pool)
        phoneOwners = PostgresPhoneOwners(pool: pool)
        signingKeys = PostgresSigningKeys(pool: pool)
        serviceAccounts = PostgresServiceAccounts(pool: pool)
    }
}

extension StorePorts {
    /// The database's time: processes on other machines compare theirs with it.
    func now() async throws -> Timestamp {
        try await pool.read("select clock_timestamp()").value()
    }

    /// How the gateways stand at all workers, with what the routes that learn have learned.
    func overview(of list: GatewayList) async throws -> GatewayOverview {
        try await workers.gateways().learning(list.learned(from: tallies, at: now()))
    }
}

extension StorePorts {
    /// Leaves a line in the audit about what a command has done.
    ///
    /// The deed is done already. So where the audit takes no line, for example in the schema of an earlier version, the
    /// command says so, and ends well.
    func note(_ deed: OperatorDeed, on subject: String, because reason: String = "") async {
        let entry = AuditEntry(actor: Machine.user, deed: deed, subject: subject, reason: reason, result: .done)
        do { try await audit.note(entry) } catch { tellUnaudited("the database \(error.words)") }
    }
}

/// The same for a command that has asked only the broker: during an incident the database may be away.
func note(_ deed: OperatorDeed, on subject: String, because reason: String, _ sources: SettingsOptions) async {
    do {
        try await withStore(sources, role: "verifyd-audit") { await $0.note(deed, on: subject, because: reason) }
    } catch {
        tellUnaudited("\(error)")
    }
}

private func tellUnaudited(_ reason: String) {
    FileHandle.standardError.write(Data("Warning: it is done, but the audit has no line of it: \(reason)\n".utf8))
}
