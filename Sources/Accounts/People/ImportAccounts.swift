import AccountCore
import VerificationCore

/// Saves accounts that another program had.
package struct ImportAccounts: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Saves each account as a whole; what is wrong with some of them does not keep the others from being saved.
    ///
    /// - Parameters:
    ///   - records: as the caller wrote them.
    ///   - overwrites: whether accounts of the same id are replaced; otherwise they stay as they are.
    ///   - isStrict: whether the import is refused as a whole where an address or an identity stands in it twice.
    ///   - project: whose accounts they will be.
    /// - Returns: what was wrong with which, in their order.
    /// - Throws: an `AccountError` for an import that saves no account; if the store stops answering, it may have saved
    ///   some.
    package func run(
        _ records: [ImportedAccount], overwrites: Bool, isStrict: Bool, into project: Project
    ) async throws(AccountError) -> [(index: Int, problem: ImportError)] {
        try records.check(overwrites: overwrites, isStrict: isStrict)
        var (accounts, problems): ([(index: Int, account: Account)], [(index: Int, problem: ImportError)]) = ([], [])
        for (index, record) in records.enumerated() {
            switch try await read(record, for: project) {
            case .success(let account): accounts.append((index, account))
            case .failure(let problem): problems.append((index, problem))
            }
        }
        let conflicts = try await overwrites ? replace(accounts, in: project) : add(accounts, to: project)
        problems += conflicts.map { (accounts[$0.index].index, ImportError($0.conflict)) }
        return problems.sorted { $0.index < $1.index }
    }

    private func read(
        _ record: ImportedAccount, for project: Project
    ) async throws(AccountError) -> Result<Account, ImportError> {
        let number = { (text: String) in
            // `ImportError` has a case of its own for a text that is no number.
            try? ports.policy.phones.accountNumber(text)
        }
        var account: Account
        do throws(ImportError) {
            account = try record.account(
                at: ports.now(), letsAnyAccountEnroll: ports.policy.secondFactors(of: project).takesAnyAccount,
                newID: { ports.credentials.newID().text }, number: number)
        } catch {
            return .failure(error)
        }
        if account.passwordHash == nil, let password = record.password {
            let salt = ports.credentials.randomBytes(PasswordHash.saltLength)
            account.passwordHash = try await ports.credentials.passwords.hash(
                of: password, salt: salt, for: .administrator)
        }
        return .success(account)
    }

    private func replace(
        _ accounts: [(index: Int, account: Account)], in project: Project
    ) async throws(AccountError) -> [(index: Int, conflict: AccountConflict)] {
        try await ports.asking { () throws(StoreError) in
            try await ports.accounts.replace(accounts.map(\.account), of: project.id)
        }
    }

    /// Adds one account after another: unlike `replace`, this keeps an account that another call makes meanwhile.
    private func add(
        _ accounts: [(index: Int, account: Account)], to project: Project
    ) async throws(AccountError) -> [(index: Int, conflict: AccountConflict)] {
        var conflicts: [(index: Int, conflict: AccountConflict)] = []
        for (index, entry) in accounts.enumerated() {
            let conflict = try await ports.asking { () throws(StoreError) in
                try await ports.accounts.add(entry.account, with: nil, to: project.id)
            }
            if let conflict { conflicts.append((index, conflict)) }
        }
        return conflicts
    }
}
