import AccountCore
import PostgreSQL
import VerificationCore

extension SQLPart {
    /// The columns of `account` without the project, as `\(accounts:)` binds them.
    fileprivate static let written: SQLPart = """
        id, phone, email, is_email_verified, password, display_name, photo_url, is_disabled, custom_claims, valid_since,
        created_at, last_sign_in_at, last_refresh_at
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
            accounts.map(\.lastRefreshAt))
    }
}

extension SQL {
    /// Adds accounts with their links; no statement without accounts.
    static func adding(_ accounts: [Account], to project: ProjectID) -> [SQL] {
        if accounts.isEmpty { return [] }
        let adding: SQL = """
            insert into account (project, \(SQLPart.written))
            select \(project.text), n.* from \(accounts: accounts) as n
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
              created_at = n.created_at, last_sign_in_at = n.last_sign_in_at, last_refresh_at = n.last_refresh_at
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
