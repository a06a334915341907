import AccountCore
import PostgreSQL
import VerificationCore

extension PostgresAccounts {
    /// Goes through the accounts with factors in portions, and locks only the accounts that it changes, one by one.
    package func resealFactors(by ring: KeyRing) async throws(StoreError) -> (resealed: Int, locked: Int) {
        var count = (resealed: 0, locked: 0)
        var last: (id: String, project: String)? = ("", "")
        while let (id, project) = last {
            let portion = try await pool.ask {
                try await pool.read(.accountsWithFactors(after: id, project), deadline: .now + .seconds(10))
                    .decode(as: String.self, String.self, String.self)
            }
            for (id, project, factors) in portion {
                let done = try await reseal(factors, of: LocalID(id), in: ProjectID(project), by: ring)
                (count.resealed, count.locked) = (count.resealed + done.resealed, count.locked + done.locked)
            }
            last = portion.last.map { ($0.0, $0.1) }
        }
        return count
    }

    /// A row that this version cannot read stays locked.
    private func reseal(
        _ factors: String, of id: LocalID?, in project: ProjectID?, by ring: KeyRing
    ) async throws(StoreError) -> (resealed: Int, locked: Int) {
        guard let id, let project, let factors = SecondFactor.list(factors) else { return (0, 1) }
        var account = Account(id, createdAt: Timestamp(seconds: 0))
        account.factors = factors
        let wanted = account.resealed(in: project, by: ring)
        if wanted.resealed == 0 { return (0, wanted.locked) }
        return try await pool.settle(by: end) { transaction -> (resealed: Int, locked: Int)? in
            guard let locked = try await transaction.lock(SearchedNames([.id(id)]), of: project) else { return nil }
            guard let row = locked.accounts.first else { return (0, 0) }
            guard let account = try row.account() else { return (0, factors.count) }
            let done = account.resealed(in: project, by: ring)
            try await transaction.commit(with: SQL.saving([done.account], relinking: [], of: project))
            return (done.resealed, done.locked)
        }
    }
}

extension SQL {
    /// A portion of the accounts that have second factors, in the order of the index that is for them.
    fileprivate static func accountsWithFactors(after id: String, _ project: String) -> SQL {
        """
        select id, project, second_factors::text from account
        where second_factors is not null and (id, project) > (\(id), \(project))
        order by id, project limit 500
        """
    }
}
