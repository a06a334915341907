import AccountCore
import PostgreSQL
import VerificationCore

extension SQLPart {
    /// The columns of `account` without the project, as `\(accounts:)` binds them.
    fileprivate static let written: SQLPart = """
        id, phone, email, is_email_verified, password, display_name, photo_url, is_disabled, custom_claims, valid_since,
        created_at, last_sign_in_at, last_refresh_at, second_factors
        """

    /// The same, each of the column's type.
    fileprivate static let typed: SQLPart = """
        id, phone, email, is_email_verified, password, display_name, photo_url, is_disabled, custom_claims, valid_since,
        created_at, last_sign_in_at, last_refresh_at, second_factors::json
        """
}

extension SQL.StringInterpolation {
    /// Binds accounts as a table with the columns `SQLPart.written`.
    fileprivate mutating func appendInterpolation(accounts: [Account]) {
        appendInterpolation(
            rows: accounts.map(\.id.text), accounts.map(\.phone), accounts.map(\.email),
            accounts.map(\.isEmailVerified), accounts.map(\.passwordHash), accounts.map(\.displayName),
            accounts.map(\.photoURL), accounts.map(\.isDisabled), accounts.map(\.customClaims?.text),
            accounts.map(\.validSince), accounts.map(\.createdAt), accounts.map(\.lastSignInAt),
            accounts.map(\.lastRefreshAt), accounts.map { SecondFactor.text(of: $0.factors) })
    }
}

extension SQL {
    /// Adds accounts with their links; no statement without accounts.
    static func adding(_ accounts: [Account], to project: ProjectID) -> [SQL] {
        if accounts.isEmpty { return [] }
        let adding: SQL = """
            insert into account (project, \(SQLPart.written))
            select \(project.text), \(SQLPart.typed) from \(accounts: accounts) as n (\(SQLPart.written))
            """
        return [adding] + addingLinks(of: accounts, project)
    }

    /// Saves accounts over their rows; no statement without accounts.
    ///
    /// Their links are exchanged only where they have changed.
    ///
    /// - Parameters:
    ///   - accounts: as they will be.
    ///   - relinked: the ids of those whose links have changed.
    ///   - project: whose.
    /// - Returns: the statements, in their order.
    static func saving(_ accounts: [Account], relinking relinked: Set<LocalID>, of project: ProjectID) -> [SQL] {
        if accounts.isEmpty { return [] }
        let saving: SQL = """
            update account a set phone = n.phone, email = n.email, is_email_verified = n.is_email_verified,
              password = n.password, display_name = n.display_name, photo_url = n.photo_url,
              is_disabled = n.is_disabled, custom_claims = n.custom_claims, valid_since = n.valid_since,
              created_at = n.created_at, last_sign_in_at = n.last_sign_in_at, last_refresh_at = n.last_refresh_at,
              second_factors = n.second_factors::json
            from \(accounts: accounts) as n (\(SQLPart.written))
            where a.project = \(project.text) and a.id = any(\(accounts.map(\.id.text))) and a.id = n.id
            """
        if relinked.isEmpty { return [saving] }
        return [removeLinks(of: relinked, project), saving]
            + addingLinks(of: accounts.filter { relinked.contains($0.id) }, project)
    }

    /// Frees the names of accounts that are about to get others.
    ///
    /// PostgreSQL looks at each row by itself. Without this it would refuse a name that an account of the same statement
    /// gives up.
    static func freeNames(of ids: Set<LocalID>, _ project: ProjectID) -> SQL {
        """
        update account set phone = null, email = null
        where project = \(project.text) and id = any(\(ids.map(\.text)))
          and (phone is not null or email is not null)
        """
    }

    static func removeLinks(of ids: Set<LocalID>, _ project: ProjectID) -> SQL {
        "delete from account_link where project = \(project.text) and account = any(\(ids.map(\.text)))"
    }

    private static func addingLinks(of accounts: [Account], _ project: ProjectID) -> [SQL] {
        let links = accounts.flatMap { account in
            account.links.enumerated().map { (account: account.id.text, place: Int32($0), link: $1) }
        }
        if links.isEmpty { return [] }
        return [
            """
            insert into account_link (project, account, place, provider, raw_id, display_name, photo_url, email,
              screen_name)
            select \(project.text), n.*
            from \(rows: links.map(\.account), links.map(\.place), links.map(\.link.provider.text),
              links.map(\.link.rawID), links.map(\.link.displayName), links.map(\.link.photoURL),
              links.map(\.link.email), links.map(\.link.screenName)) as n
            """
        ]
    }
}

extension SQL {
    /// Begins a session of an account; no statement without a session.
    ///
    /// The sessions that went unused longest make room for it; the account's row is locked, or new.
    static func beginning(_ session: RefreshSession?, of id: LocalID, in project: ProjectID) -> [SQL] {
        guard let session else { return [] }
        return [
            """
            delete from refresh_session where token_hash = any (array(
              select token_hash from refresh_session where project = \(project.text) and account = \(id.text)
              order by ended_at is null desc, last_used_at desc offset \(RefreshSession.mostPerAccount - 1)))
            """,
            """
            insert into refresh_session (token_hash, project, account, provider, second_provider, second_enrollment,
              began_at, last_used_at, auth_time, claims)
            values (\(session.tokenHash), \(project.text), \(id.text), \(session.method.provider.text),
              \(session.method.secondFactor?.provider.text), \(session.method.secondFactor?.enrollmentID),
              \(session.beganAt), \(session.beganAt), \(session.authTime), \(session.claims?.text))
            """,
        ]
    }

    /// Ends the sessions of an account that began before a moment, and forgets what ended long ago.
    static func ending(sessionsBefore moment: Timestamp?, of id: LocalID, _ project: ProjectID) -> [SQL] {
        guard let moment else { return [] }
        return [
            """
            update refresh_session set ended_at = clock_timestamp()
            where project = \(project.text) and account = \(id.text) and began_at < \(moment) and ended_at is null
            """,
            """
            delete from refresh_session
            where project = \(project.text) and account = \(id.text)
              and ended_at < clock_timestamp() - interval '30 days'
            """,
        ]
    }
}
