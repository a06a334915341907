import AccountCore
import PostgreSQL
import VerificationCore

extension SQLPart {
    /// The columns of `account a` and its `links` that `PostgresRow.account` reads.
    static let account: SQLPart = """
        a.id, a.phone, a.email, a.is_email_verified, a.password, a.display_name, a.photo_url, a.is_disabled,
        a.custom_claims, a.valid_since, a.created_at, a.last_sign_in_at, a.last_refresh_at,
        a.second_factors::text,
        l.providers, l.raw_ids, l.display_names, l.photo_urls, l.emails, l.screen_names
        """

    /// The links of `account a` in a row `l`, as they were at the same moment as the account.
    static let links: SQLPart = """
        cross join lateral (
          select coalesce(array_agg(provider order by place), '{}') as providers,
            coalesce(array_agg(raw_id order by place), '{}') as raw_ids,
            coalesce(array_agg(display_name order by place), '{}') as display_names,
            coalesce(array_agg(photo_url order by place), '{}') as photo_urls,
            coalesce(array_agg(email order by place), '{}') as emails,
            coalesce(array_agg(screen_name order by place), '{}') as screen_names
          from account_link where project = a.project and account = a.id
        ) l
        """
}

extension SQL {
    /// What a statement that finds accounts does with them.
    enum Aim {
        /// Reads them whole.
        case read
        /// Locks their rows until the transaction ends, in the order of their ids, and answers with the ids.
        ///
        /// A statement that has waited for a lock knows the row as it is now, and links as they were before. So a
        /// caller that locks the rows reads them in a later statement.
        case lock
    }

    /// The accounts that bear any of the names, by id.
    ///
    /// Each name is looked up by itself. A limit in a look-up keeps the planner from joining it with another. By the
    /// statistics of a young table the planner might otherwise go through all accounts of a project.
    static func accounts(named names: SearchedNames, of project: ProjectID, _ aim: Aim) -> SQL {
        let (columns, end, links) = aim.parts
        return """
            select \(columns) from (
              select distinct id from (
                select unnest(\(names.ids)) collate "C" as id
                union all
                select f.id from unnest(\(names.phones)) as n (phone) cross join lateral (
                  select id from account where project = \(project.text) and phone = n.phone limit 1
                ) f
                union all
                select f.id from unnest(\(names.emails)) as n (email) cross join lateral (
                  select id from account where project = \(project.text) and email = n.email limit 1
                ) f
                union all
                select f.account from unnest(\(names.providers), \(names.rawIDs)) as n (provider, raw_id)
                cross join lateral (
                  select account from account_link
                  where project = \(project.text) and provider = n.provider and raw_id = n.raw_id limit 1
                ) f
              ) as named order by id
            ) n
            cross join lateral (
              select * from account where project = \(project.text) and id = n.id \(end)
            ) a \(links)
            order by n.id
            """
    }

    /// The accounts of a project whose ids come after `last`, by the index that is for pages.
    static func accounts(after last: String, limit: Int, of project: ProjectID) -> SQL {
        """
        select \(SQLPart.account) from (
          select * from account where project || '' = \(project.text) and id > \(last) order by id limit \(limit)
        ) a \(SQLPart.links)
        order by a.id
        """
    }
}

extension SQL {
    /// The accounts of a project at these places in the order of their ids, by the same index.
    static func accounts(at range: Range<Int>, descending isDescending: Bool, of project: ProjectID) -> SQL {
        let order: SQLPart = isDescending ? "desc" : "asc"
        return """
            select \(SQLPart.account) from (
              select * from account where project || '' = \(project.text)
              order by id \(order) offset \(Int64(range.lowerBound)) limit \(Int64(range.count))
            ) a \(SQLPart.links)
            order by a.id \(order)
            """
    }
}

extension SQL.Aim {
    /// What the statement answers, what it does with each account, and what it reads beside it.
    fileprivate var parts: (columns: SQLPart, end: SQLPart, links: SQLPart) {
        switch self {
        case .read: (.account, "limit 1", .links)
        case .lock: ("a.id", "for update", "")
        }
    }
}

extension PostgresRow {
    /// Reads the columns `SQLPart.account`; nil for an account that this version cannot read.
    ///
    /// Such a row has an id, a provider or claims that only another program can have written.
    func account() throws(PostgresError) -> Account? {
        let claims = try decode("custom_claims", as: String?.self)
        guard let id = LocalID(try decode("id", as: String.self)), let links = try links(),
            let factors = try factors()
        else { return nil }
        var account = Account(id, createdAt: try decode("created_at"))
        if let claims {
            // The wire's error is about a caller's claims, and would mislead an operator who reads the log.
            do throws(AccountError) { account.customClaims = try CustomClaims(claims) } catch { return nil }
        }
        account.phone = try decode("phone")
        account.email = try decode("email")
        account.isEmailVerified = try decode("is_email_verified")
        account.passwordHash = try decode("password")
        account.displayName = try decode("display_name")
        account.photoURL = try decode("photo_url")
        account.isDisabled = try decode("is_disabled")
        (account.links, account.factors) = (links, factors)
        account.validSince = try decode("valid_since")
        account.lastSignInAt = try decode("last_sign_in_at")
        account.lastRefreshAt = try decode("last_refresh_at")
        return account
    }

    /// The names of the account `id`, also of an account that cannot be read otherwise.
    func names(of id: LocalID) throws(PostgresError) -> [AccountName] {
        let (phone, email) = (try decode("phone", as: String?.self), try decode("email", as: String?.self))
        var names: [AccountName] = [.id(id)]
        if let phone { names.append(.phone(phone)) }
        if let email { names.append(.email(email)) }
        let (providers, rawIDs) = (try decode("providers", as: [String].self), try decode("raw_ids", as: [String].self))
        for (provider, rawID) in zip(providers, rawIDs) {
            if let provider = ProviderID(provider) { names.append(.identity(provider, rawID: rawID)) }
        }
        return names
    }

    /// Nil for factors that this version does not know: without them the owner's account would be open.
    private func factors() throws(PostgresError) -> [SecondFactor]? {
        guard let text = try decode("second_factors", as: String?.self) else { return [] }
        return SecondFactor.list(text)
    }

    private func links() throws(PostgresError) -> [ProviderLink]? {
        let (providers, rawIDs) = (try decode("providers", as: [String].self), try decode("raw_ids", as: [String].self))
        let (names, photos) = (try texts("display_names"), try texts("photo_urls"))
        let (emails, screenNames) = (try texts("emails"), try texts("screen_names"))
        var links: [ProviderLink] = []
        for (place, provider) in providers.enumerated() {
            guard let provider = ProviderID(provider) else { return nil }
            links.append(
                ProviderLink(
                    provider, rawID: rawIDs[place], displayName: names[place], photoURL: photos[place],
                    email: emails[place], screenName: screenNames[place]))
        }
        return links
    }

    private func texts(_ column: StaticString) throws(PostgresError) -> [String?] { try decode(column) }
}

extension PostgresRows {
    /// Reads the columns `SQLPart.account` of all rows; throws `unreadable` when this version cannot read one of them.
    ///
    /// To leave such an account out would say that its names are free.
    func accounts() throws -> [Account] {
        try map { row in
            guard let account = try row.account() else { throw StoreError.unreadableAccount }
            return account
        }
    }
}

extension StoreError {
    /// It does not say which: an account's id may be a person's number or address.
    package static let unreadableAccount = StoreError.unreadable(
        "an account with an id, a provider or claims that this version cannot read")
}
