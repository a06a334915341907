import AccountCore
import PostgreSQL
import VerificationCore

/// Keeps the accounts of projects, and their sessions.
///
/// **Lock order.** Every transaction locks rows in the same order, so that no two transactions wait for each other.
/// 1. The verification that a sign-in uses.
/// 2. Accounts, by their ids.
/// 3. Links and sessions, only under the lock of their account.
///
/// The database's constraints decide whose a name is. Two transactions may still wait for each other's names. PostgreSQL
/// then ends one of them, and it runs again.
package struct PostgresAccounts: AccountStore {
    let pool: PostgresPool
    private let patience: Duration

    /// `patience`: how long a call waits for a silent database.
    package init(pool: PostgresPool, patience: Duration = .milliseconds(1_500)) {
        self.pool = pool
        self.patience = patience
    }

    var end: ContinuousClock.Instant { .now + patience }

    package func accounts(
        named names: Set<AccountName>, of project: ProjectID
    ) async throws(StoreError) -> [Account] {
        let names = SearchedNames(names)
        if names.isEmpty { return [] }
        return try await pool.ask {
            try await pool.read(.accounts(named: names, of: project, .read), deadline: end).accounts()
        }
    }

    package func accounts(
        after last: LocalID?, limit: Int, of project: ProjectID
    ) async throws(StoreError) -> [Account] {
        try await pool.ask {
            let end = end
            var (last, found) = (last?.text ?? "", [Account]())
            // An unreadable account is left out, and the page is filled up: a shorter page would be the last.
            while found.count < limit {
                let wanted = limit - found.count
                let rows = try await pool.read(.accounts(after: last, limit: wanted, of: project), deadline: end)
                found += try rows.compactMap { try $0.account() }
                guard rows.count == wanted, let row = rows.last else { break }
                last = try row.decode("id")
            }
            return found
        }
    }

    package func accounts(
        at range: Range<Int>, descending isDescending: Bool, of project: ProjectID
    ) async throws(StoreError) -> [Account] {
        let accounts = SQL.accounts(at: range, descending: isDescending, of: project)
        return try await pool.ask { try await pool.read([.mayTakeLong, accounts], deadline: longEnd)[1].accounts() }
    }

    package func count(of project: ProjectID) async throws(StoreError) -> Int {
        try await pool.ask {
            let count: SQL = "select count(*) from account where project || '' = \(project.text)"
            return Int(try await pool.read([.mayTakeLong, count], deadline: longEnd)[1].value(as: Int64.self))
        }
    }

    /// For what goes through all accounts of a project.
    private var longEnd: ContinuousClock.Instant { .now + .seconds(30) }
}

extension PostgresAccounts {
    /// Tries what the Firebase surface does with accounts, sessions, projects and keys.
    ///
    /// It touches no row: PostgreSQL looks at tables, columns and rights before it finds that there is no row.
    package func examine() async throws(StoreError) {
        try await pool.ask {
            try await pool.transaction(deadline: end) { _ = try await $0.pipeline(Self.rehearsal) }
        }
    }

    private static let rehearsal: [SQL] =
        ["account", "account_link", "refresh_session", "used_verification", "signing_key", "app_attest_key"].map {
            "insert into \(identifier: $0) select * from \(identifier: $0) where false"
        }
        + ["account", "account_link", "refresh_session", "used_verification", "app_attest_key"].map { table in
            "delete from \(identifier: table) where false"
        } + [
            "update account set phone = phone, valid_since = valid_since where false",
            "update refresh_session set ended_at = ended_at, last_used_at = last_used_at, token_hash = token_hash where false",
            "update project set domains = domains, others = others where false",
            "update app_attest_key set counter = counter, used_at = used_at where false",
            "select from service_account where false",
        ]
}

/// Names of accounts as a statement binds them; names that no account can have are left out.
struct SearchedNames: Sendable {
    private(set) var ids: [String] = []
    private(set) var phones: [String] = []
    private(set) var emails: [String] = []
    /// The identities at other providers; each provider has its raw id at the same place of `rawIDs`.
    private(set) var providers: [String] = []
    private(set) var rawIDs: [String] = []

    init(_ names: some Sequence<AccountName>) {
        for name in names where name.isStorable {
            switch name {
            case .id(let id): ids.append(id.text)
            case .phone(let number): phones.append(number)
            case .email(let address): emails.append(address.lowercased())
            case .identity(let provider, let rawID):
                providers.append(provider.text)
                rawIDs.append(rawID)
            }
        }
    }

    var isEmpty: Bool { ids.isEmpty && phones.isEmpty && emails.isEmpty && providers.isEmpty }
}
