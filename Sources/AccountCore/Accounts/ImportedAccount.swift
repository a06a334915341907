import VerificationCore

/// An account of an import as the caller wrote it, before verifyd checks it.
package struct ImportedAccount: Sendable, Hashable {
    /// An entry of another provider, whose names may be missing.
    package struct Identity: Sendable, Hashable {
        package var provider: String?
        package var rawID: String?
        package var displayName: String?
        package var photoURL: String?
        package var email: String?
        package var screenName: String?

        package init() {}
    }

    package var id: String?
    package var tenant: String?
    package var email: String?
    package var isEmailVerified = false
    package var phone: String?
    /// As it is kept; a hash of another program's making opens nothing.
    package var passwordHash: String?
    /// In place of a hash.
    package var password: String?
    package var displayName: String?
    package var photoURL: String?
    package var isDisabled = false
    package var customClaims: String?
    package var identities: [Identity] = []
    package var factors: [WantedFactor] = []
    package var createdAt: Timestamp?
    package var lastSignInAt: Timestamp?

    package init() {}
}

extension ImportedAccount {
    /// The account to keep; tokens that were made before the import are no longer good.
    ///
    /// - Parameters:
    ///   - now: the moment of the import.
    ///   - letsAnyAccountEnroll: whether an account without a verified address may have second factors.
    ///   - newID: a name for a second factor without one.
    ///   - number: makes a number E.164; nil for a text that is no number.
    /// - Returns: the account.
    /// - Throws: the first thing that is wrong with it, in the order in which the wire looks.
    package func account(
        at now: Timestamp, letsAnyAccountEnroll: Bool = false, newID: () -> String, number: (String) -> String?
    ) throws(ImportError) -> Account {
        guard let id, !id.isEmpty else { throw .noID }
        guard let id = LocalID(id) else { throw .invalidID }
        guard tenant == nil else { throw .foreignTenant }
        guard Profile.excess(name: displayName, photoURL: photoURL) == nil else { throw .longProfile }
        var account = Account(id, createdAt: createdAt ?? now)
        account.validSince = now.wholeSecond
        (account.displayName, account.photoURL) = (displayName, photoURL)
        (account.passwordHash, account.lastSignInAt) = (passwordHash, lastSignInAt)
        (account.isEmailVerified, account.isDisabled) = (isEmailVerified, isDisabled)
        account.customClaims = try claims()
        account.links = try links()
        account.phone = try phoneNumber(number)
        account.email = try address()
        if !factors.isEmpty, !letsAnyAccountEnroll {
            guard account.email != nil else { throw .factorWithoutEmail }
            guard isEmailVerified else { throw .factorWithUnverifiedEmail }
        }
        account.factors = try factors.imported(at: now, newID: newID, number: number)
        return account
    }

    private func claims() throws(ImportError) -> CustomClaims? {
        guard let customClaims, !customClaims.isEmpty else { return nil }
        do throws(AccountError) {
            return try CustomClaims(customClaims)
        } catch {
            throw ImportError(ofClaims: error)
        }
    }

    /// An entry of a way in that is the account's own says nothing new, and is left out.
    private func links() throws(ImportError) -> [ProviderLink] {
        var links: [ProviderLink] = []
        for identity in identities where identity.isForeign {
            let link = try identity.link()
            links.removeAll { $0.provider == link.provider }
            links.append(link)
        }
        guard links.count <= Profile.mostLinks else { throw .manyLinks }
        return links
    }

    private func phoneNumber(_ number: (String) -> String?) throws(ImportError) -> String? {
        guard let phone, !phone.isEmpty else { return nil }
        guard let number = number(phone) else { throw .invalidPhone }
        return number
    }

    private func address() throws(ImportError) -> String? {
        guard let email, !email.isEmpty else { return nil }
        guard let address = EmailAddress(email) else { throw .invalidEmail }
        return address.text
    }
}

extension ImportedAccount.Identity {
    fileprivate var isForeign: Bool { provider.flatMap(ProviderID.init)?.isForeign ?? true }

    fileprivate func link() throws(ImportError) -> ProviderLink {
        guard let provider = provider.flatMap(ProviderID.init), let rawID, !rawID.isEmpty else { throw .noRawID }
        let link = ProviderLink(
            provider, rawID: rawID, displayName: displayName, photoURL: photoURL, email: email, screenName: screenName)
        guard link.isStorable else { throw .invalidRawID }
        guard link.excess == nil else { throw .longProfile }
        return link
    }
}

/// How much an account says of its owner: its ID tokens, lists and exports carry all of it.
package enum Profile {
    /// How many characters a name has at most, counted as clients do, in UTF-16.
    package static let longestName = 256
    /// How many characters the address of a picture has at most.
    package static let longestURL = 2_048
    /// At how many other providers an account has an identity at most; each of them stands in its ID tokens.
    package static let mostLinks = 20

    /// The English message for a name or URL that is too long; nil if both fit.
    static func excess(name: String?, photoURL: String?) -> String? {
        if let name, name.utf16.count > longestName { return "Display name too long." }
        if let photoURL, photoURL.utf16.count > longestURL { return "Photo URL too long." }
        return nil
    }
}

extension ProviderLink {
    /// What is too long of what the link says of the person; nil where nothing is.
    var excess: String? {
        Profile.excess(name: displayName, photoURL: photoURL) ?? Profile.excess(name: screenName, photoURL: email)
    }
}

extension [ImportedAccount] {
    /// How many accounts a single import may bring along.
    package static let most = 1_000
    /// How many of them may bring a password instead of its hash: to hash it takes a third of a second.
    package static let mostPasswords = 100

    /// Refuses the whole import, so that the store saves no account of it.
    ///
    /// - Parameters:
    ///   - overwrites: whether accounts of the same id are replaced; otherwise no id may stand twice.
    ///   - isStrict: whether no address and no identity may stand twice.
    /// - Throws: an `AccountError` if the import is empty, too large, or has an id, address or identity twice.
    package func check(overwrites: Bool, isStrict: Bool) throws(AccountError) {
        guard !isEmpty else { throw .refused(.missingUserAccount) }
        guard count <= Self.most else { throw .refused(.maximumUserCountExceeded) }
        guard filter({ $0.passwordHash == nil && $0.password != nil }).count <= Self.mostPasswords else {
            throw .refused(.maximumUserCountExceeded, "At most \(Self.mostPasswords) accounts with a rawPassword.")
        }
        if isStrict {
            if let email = repeated(compactMap { $0.email?.lowercased() }) {
                throw .refused(.duplicateEmail, email)
            }
            if let name = repeated(flatMap { $0.identities.compactMap(\.name) }) {
                throw .refused(.duplicateRawID, "Provider id(\(name[0])), Raw id(\(name[1]))")
            }
        }
        if !overwrites, let id = repeated(map { $0.id ?? "" }) { throw .refused(.duplicateLocalID, id) }
    }

    private func repeated<Value: Hashable>(_ values: [Value]) -> Value? {
        var seen: Set<Value> = []
        return values.first { !seen.insert($0).inserted }
    }
}

extension ImportedAccount.Identity {
    /// The provider and its id of the person; nil where either is missing.
    fileprivate var name: [String]? { provider.flatMap { provider in rawID.map { [provider, $0] } } }
}
