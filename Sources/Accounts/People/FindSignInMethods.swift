import AccountCore
import VerificationCore

/// Says in which ways the owner of an address signs in, if the project shows that to callers.
package struct FindSignInMethods: Sendable {
    /// What the caller learns.
    package enum Answer: Sendable, Hashable {
        /// The project shows no caller which addresses have accounts.
        case hidden
        /// No account has the address.
        case unknown
        case known([ProviderID])
    }

    /// How many random bytes a session id is made of.
    private static let sessionIDLength = 20

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// - Parameters:
    ///   - identifier: an address as the caller wrote it; nil for a call without.
    ///   - continueURI: where the caller would go on; nil for a call without.
    ///   - project: whose accounts.
    /// - Returns: the ways in.
    /// - Throws: an `AccountError` if the address or the URI is missing or malformed.
    package func methods(
        of identifier: String?, continueURI: String?, in project: Project
    ) async throws(AccountError) -> Answer {
        guard let identifier else { throw .refused(.missingIdentifier) }
        guard let continueURI else { throw .refused(.missingContinueURI) }
        guard let email = EmailAddress(identifier) else { throw .refused(.invalidIdentifier) }
        guard AbsoluteURI.isWellFormed(continueURI) else { throw .refused(.invalidContinueURI) }
        if ports.policy.hidesAddresses(project) { return .hidden }
        let owner = try await ports.asking { () throws(StoreError) in
            try await ports.accounts.accounts(named: [.email(email.text)], of: project.id)
        }.first
        guard ports.policy.keepsEmailsApart(project) else {
            // Many accounts may sign in by identities with the address.
            return owner.map { .known($0.providers.filter { $0 == .password }) } ?? .unknown
        }
        let account = if let owner { owner } else { try await linked(to: email, in: project) }
        // A number is no way in by an address.
        return account.map { .known($0.providers.filter { $0 != .phone }) } ?? .unknown
    }

    /// The first account with an identity at another provider that has the address; nil without.
    ///
    /// It goes through all accounts, because no index has these addresses. Only an emulator shows callers so much, and its
    /// accounts are few.
    private func linked(to email: EmailAddress, in project: Project) async throws(AccountError) -> Account? {
        var last: LocalID?
        while true {
            let page = try await ports.asking { [last] () throws(StoreError) in
                try await ports.accounts.accounts(after: last, limit: ListAccounts.mostOfPage, of: project.id)
            }
            let found = page.first { account in
                account.links.contains { $0.email.flatMap(EmailAddress.init) == email }
            }
            guard found == nil, page.count == ListAccounts.mostOfPage else { return found }
            last = page.last?.id
        }
    }

    /// A name for what the caller does next; this program asks for it nowhere.
    package func newSessionID() -> String { Base64.encodeForURL(ports.credentials.randomBytes(Self.sessionIDLength)) }
}
