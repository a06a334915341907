import AccountCore
import PostgreSQL
import StrictJSON
import VerificationCore

/// Keeps the projects of the Firebase surface with their service accounts; a change is in force when its call returns.
package struct PostgresProjects: ProjectStore {
    let pool: PostgresPool
    let patience: Duration

    /// `patience`: how long a call waits for a silent database; a removal waits longer.
    package init(pool: PostgresPool, patience: Duration = .milliseconds(1_500)) {
        self.pool = pool
        self.patience = patience
    }

    package func projects() async throws(StoreError) -> [Project] {
        try await pool.ask {
            let rows = try await pool.read(
                "select \(SQLPart.project) from project order by id", deadline: .now + patience)
            return try rows.compactMap { try $0.project() }
        }
    }

    package func save(_ project: Project) async throws(StoreError) -> SavedProject {
        try await change { transaction in
            do {
                let answers = try await transaction.commit(
                    with: ["select from app where id = \(project.app.name)", .save(project)] + Self.telling)
                if answers[0].isEmpty { return (.noSuchApp, answers) }
                guard let row = answers[1].first else { return (.taken, answers) }
                guard let saved = try row.project() else { throw Self.unreadable(project.id) }
                return (.saved(saved), answers)
            } catch let error as PostgresError where error.constraint == "project_app" {
                return (.taken, [])
            }
        }
    }

    /// Locks the project's row before it reads.
    package func change(
        _ id: ProjectID, _ decide: @escaping @Sendable (Project) throws(AccountError) -> Project
    ) async throws(StoreError) -> ProjectChange {
        try await change { transaction -> (ProjectChange, [PostgresRows]) in
            let rows = try await transaction.pipeline([
                "select \(SQLPart.project) from project where id = \(id.text) for update"
            ])[0]
            guard let row = rows.first else { return (.gone, []) }
            guard let old = try row.project() else { throw Self.unreadable(id) }
            let wanted: Project
            do throws(AccountError) { wanted = try decide(old) } catch { return (.refused(error), []) }
            let answers = try await transaction.commit(with: [.save(wanted.replacing(old))] + Self.telling)
            guard let kept = try answers[0].first?.project() else { throw Self.unreadable(id) }
            return (.changed(kept), answers)
        }
    }

    private static func unreadable(_ id: ProjectID) -> StoreError {
        .unreadable("project \(id) is of another version")
    }

    /// Its accounts and sessions go with it; that takes a while for a large project.
    package func remove(_ project: ProjectID) async throws(StoreError) -> Bool {
        try await change(within: .seconds(300)) { transaction in
            let answers = try await transaction.commit(
                with: [.mayTakeLong, "delete from project where id = \(project.text)"] + Self.telling)
            return (answers[1].affectedRows == 1, answers)
        }
    }

    /// With a project its service accounts go.
    private static let telling = SettingsChanges.telling(of: [.projects, .serviceAccounts])

    /// Runs a transaction that ends with `telling`, and returns when its change is in force; it may change nothing.
    private func change<Value: Sendable>(
        within time: Duration? = nil, _ body: @Sendable (PostgresTransaction) async throws -> (Value, [PostgresRows])
    ) async throws(StoreError) -> Value {
        let (value, answers) = try await pool.commit(by: .now + (time ?? patience), body)
        await SettingsChanges(pool: pool).followed(answers)
        return value
    }
}

extension SQLPart {
    /// The columns that `PostgresRow.project` reads.
    fileprivate static let project: SQLPart = """
        id, app, number, domains, issuer, token_life, others::text, session_idle, rotates_refresh_tokens,
        unproven_sends::text, former_issuer, former_issuer_until,
        proofs::text, identities::text
        """
}

extension SQL {
    /// Returns the row as it is kept; no row when there is no such app, or when another app has the project's id.
    fileprivate static func save(_ project: Project) -> SQL {
        let others = String(decoding: JSONValue.object(project.others).serialized, as: UTF8.self)
        let sends = String(decoding: RateLimit.json(project.unprovenSends).serialized, as: UTF8.self)
        let proofs = String(decoding: project.proofs.json.serialized, as: UTF8.self)
        let identities =
            project.identities.isEmpty ? nil : String(decoding: project.identities.json.serialized, as: UTF8.self)
        return """
            insert into project (id, app, domains, issuer, token_life, others, session_idle, rotates_refresh_tokens,
              unproven_sends, former_issuer, former_issuer_until, proofs, identities)
            select \(project.id.text), id, \(project.authorizedDomains), \(project.ownIssuer),
              \(project.tokenLife.wholeMicroseconds), \(others)::json, \(project.sessionIdle?.wholeMicroseconds),
              \(project.rotatesRefreshTokens), \(sends)::json, \(project.formerIssuer?.issuer),
              \(project.formerIssuer?.until), \(proofs)::json, \(identities)::json
            from app where id = \(project.app.name)
            on conflict (id) do update set domains = excluded.domains, issuer = excluded.issuer,
              token_life = excluded.token_life, others = excluded.others, session_idle = excluded.session_idle,
              rotates_refresh_tokens = excluded.rotates_refresh_tokens, unproven_sends = excluded.unproven_sends,
              former_issuer = excluded.former_issuer, former_issuer_until = excluded.former_issuer_until,
              proofs = excluded.proofs, identities = excluded.identities
            where project.app = excluded.app
            returning \(SQLPart.project)
            """
    }
}

extension PostgresRow {
    /// Nil for a project that this version cannot read.
    fileprivate func project() throws(PostgresError) -> Project? {
        let text = try decode("others", as: String.self)
        guard let id = ProjectID(try decode("id", as: String.self)),
            let app = AppID(try decode("app", as: String.self)),
            // The parser's error would add nothing: another program has written the text.
            let others = try? JSONValue(parsing: text.utf8).object,
            let sends = try unprovenSends(), let proofs = try proofs(), let identities = try identities()
        else { return nil }
        var project = Project(id, app: app, number: try decode("number"))
        project.authorizedDomains = try decode("domains")
        project.ownIssuer = try decode("issuer")
        project.tokenLife = .microseconds(try decode("token_life", as: Int64.self))
        project.others = others
        project.sessionIdle = try decode("session_idle", as: Int64?.self).map { .microseconds($0) }
        project.rotatesRefreshTokens = try decode("rotates_refresh_tokens")
        (project.unprovenSends, project.proofs, project.identities) = (sends, proofs, identities)
        if let former = try decode("former_issuer", as: String?.self),
            let until = try decode("former_issuer_until", as: Timestamp?.self)
        {
            project.formerIssuer = Project.FormerIssuer(former, until: until)
        }
        return project
    }

    /// Nil for a text that another version has written: without its bound, a project would send to every caller, or to
    /// none.
    private func unprovenSends() throws(PostgresError) -> [RateLimit]? {
        guard let text = try decode("unproven_sends", as: String?.self) else { return [] }
        // The parser's error would add nothing: another program has written the text.
        return (try? JSONValue(parsing: text.utf8)).flatMap(RateLimit.list)
    }

    /// Nil for a text that another version has written.
    private func proofs() throws(PostgresError) -> ProofRules? {
        guard let text = try decode("proofs", as: String?.self) else { return ProofRules() }
        // As above.
        return (try? JSONValue(parsing: text.utf8)).flatMap(ProofRules.init)
    }
}

extension PostgresRow {
    /// Nil for a text that another version has written.
    fileprivate func identities() throws(PostgresError) -> IdentityRules? {
        guard let text = try decode("identities", as: String?.self) else { return IdentityRules() }
        // The parser's error would add nothing: another program has written the text.
        return (try? JSONValue(parsing: text.utf8)).flatMap(IdentityRules.init)
    }
}

// In which modes the Firebase surface has served with a database.
extension PostgresProjects {
    package func note(_ mode: IdentityMode) async throws(StoreError) {
        _ = try await pool.ask {
            try await pool.query(
                "insert into surface_use (mode) values (\(mode.rawValue)) on conflict (mode) do nothing")
        }
    }

    package func modes() async throws(StoreError) -> Set<IdentityMode> {
        try await pool.ask {
            let names = try await pool.read("select mode from surface_use").column(as: String.self)
            return Set(names.compactMap(IdentityMode.init))
        }
    }
}
