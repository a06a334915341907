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
        let found = try await ports.asking { () throws(StoreError) in
            try await ports.accounts.accounts(named: [.email(email.text)], of: project.id)
        }
        // A number is no way in by an address.
        return found.first.map { .known($0.providers.filter { $0 != .phone }) } ?? .unknown
    }

    /// A name for what the caller does next; this program asks for it nowhere.
    package func newSessionID() -> String { Base64.encodeForURL(ports.credentials.randomBytes(Self.sessionIDLength)) }
}
