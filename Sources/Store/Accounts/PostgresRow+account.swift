import AccountCore
import PostgreSQL
import VerificationCore

extension PostgresRow {
    /// Reads the columns `SQLPart.account`; nil for an account that this version cannot read.
    ///
    /// Such a row has an id, a provider or claims that only another program can have written.
    func account() throws(PostgresError) -> Account? {
        let claims = try decode("custom_claims", as: String?.self)
        guard let id = LocalID(try decode("id", as: String.self)), let links = try links() else { return nil }
        var account = Account(id, createdAt: try decode("created_at"))
        if let claims {
            // The wire's words for a caller's claims would mislead whoever reads the log.
            do throws(WireError) { account.customClaims = try CustomClaims(claims) } catch { return nil }
        }
        account.phone = try decode("phone")
        account.email = try decode("email")
        account.isEmailVerified = try decode("is_email_verified")
        account.passwordHash = try decode("password")
        account.displayName = try decode("display_name")
        account.photoURL = try decode("photo_url")
        account.isDisabled = try decode("is_disabled")
        account.links = links
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
            guard let account = try row.account() else { throw StoreProblem.unreadableAccount }
            return account
        }
    }
}

extension StoreProblem {
    /// It does not say which: an account's id may be somebody's number or address.
    package static let unreadableAccount = StoreProblem.unreadable(
        "an account with an id, a provider or claims that this version cannot read")
}
