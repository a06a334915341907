import AccountCore
import VerificationCore

/// What an administrator has done through the surface, for the audit.
package enum AdministratorAction: Sendable {
    case madeAccount(String)
    /// What the draft names, and what came of second factors; nil where the draft names none.
    case changedAccount(String, AccountDraft, FactorChange? = nil)
    case deletedAccount(String)
    /// A batch of ids, and how many of their accounts stay.
    case deletedAccounts(Int, kept: Int)
    /// A batch of accounts, and how many of them could not be saved.
    case importedAccounts(Int, refused: Int)
    /// The names of the members that have other values now, without test numbers, which have a line of their own.
    case changedConfiguration([String])
    case changedProvider(ProviderID, ProviderChange)

    /// What was done to a provider.
    package enum ProviderChange: Sendable {
        case added
        /// In which members it differs, without values.
        case changed(String)
        case removed
    }
}

extension AdministratorAction {
    /// What the line of the audit is about; nil where nothing was changed.
    func subject(in project: Project) -> String? { words.map { "project \(project.id): \($0)" } }

    var action: OperatorAction {
        switch self {
        case .madeAccount, .changedAccount, .deletedAccount, .deletedAccounts, .importedAccounts: .changeAccount
        case .changedConfiguration, .changedProvider: .changeApp
        }
    }

    private var words: String? {
        switch self {
        case .madeAccount(let id): "account \(LocalID.shown(id)) made"
        case .changedAccount(let id, let draft, let factors):
            "account \(LocalID.shown(id)) changed (\(list(draft.members + [factors?.words].compactMap { $0 })))"
        case .deletedAccount(let id): "account \(LocalID.shown(id)) deleted"
        case .deletedAccounts(let count, let kept): "\(count) accounts deleted at once, \(kept) of them kept"
        case .importedAccounts(let count, let refused): "\(count) accounts imported, \(refused) of them refused"
        case .changedConfiguration(let members):
            members.isEmpty ? nil : "configuration changed (\(list(members)))"
        case .changedProvider(let id, .added): "provider \(id) added"
        case .changedProvider(let id, .changed(let members)): "provider \(id) changed (\(members))"
        case .changedProvider(let id, .removed): "provider \(id) removed"
        }
    }

    private func list(_ names: [String]) -> String { names.isEmpty ? "nothing" : names.joined(separator: ", ") }
}

extension AccountDraft {
    /// What the draft names, without the values.
    fileprivate var members: [String] {
        let named: [(String, Bool)] = [
            ("e-mail", email != nil || isEmailVerified != nil), ("password", password != nil),
            ("phone", phone != nil), ("profile", displayName != nil || photoURL != nil),
            ("disabled", isDisabled != nil), ("claims", customClaims != nil), ("sessions", validSince != nil),
            ("dates", createdAt != nil || lastSignInAt != nil), ("providers", linked != nil || !unlinked.isEmpty),
            ("cleared members", !cleared.isEmpty),
        ]
        return named.filter(\.1).map(\.0)
    }
}

extension FactorChange {
    /// How many, and of none which.
    fileprivate var words: String { "second factors: \(added) added and \(removed) removed" }
}
