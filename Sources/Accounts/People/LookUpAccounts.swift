import AccountCore
import VerificationCore

/// Finds accounts: one's own, or for an administrator any of the project.
package struct LookUpAccounts: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// The account that the ID token names, and whether the token's session has proved a second factor.
    package func own(
        _ idToken: String, of project: Project
    ) async throws(AccountError) -> (account: Account, hasProvenFactor: Bool) {
        let token = try await ports.credentials.tokens.read(idToken: idToken, of: project, at: ports.now())
        return (try await ports.account(of: token, in: project), token.method.secondFactor != nil)
    }

    /// The accounts that bear these names, in the order of the names, no account twice.
    package func all(named names: [Name], of project: Project) async throws(AccountError) -> [Account] {
        let names = names.compactMap { $0.accountName(ports.policy.phones) }
        let found = try await ports.asking { () throws(StoreError) in
            try await ports.accounts.accounts(named: Set(names), of: project.id)
        }
        let order = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
        let place = { (account: Account) in account.names.compactMap { order[$0] }.min() ?? names.count }
        return found.map { (place: place($0), account: $0) }.sorted { $0.place < $1.place }.map(\.account)
    }
}

extension LookUpAccounts {
    /// A name of an account as a caller writes it.
    package enum Name: Sendable, Hashable {
        case id(String)
        case email(String)
        case phone(String)
        case identity(provider: String, rawID: String)

        /// Nil for a text that can be no name of an account.
        fileprivate func accountName(_ phones: any PhoneNumberParser) -> AccountName? {
            switch self {
            case .id(let text): return LocalID(text).map(AccountName.id)
            case .email(let text): return EmailAddress(text).map { .email($0.text) }
            case .phone(let text), .identity(ProviderID.phone.text, let text):
                // A text that is no number finds no account.
                return (try? phones.accountNumber(text)).map(AccountName.phone)
            case .identity(let provider, let rawID):
                return ProviderID(provider).map { .identity($0, rawID: rawID) }
            }
        }
    }
}
