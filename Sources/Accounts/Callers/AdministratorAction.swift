import AccountCore
import VerificationCore

/// What an administrator has done through the surface, for the audit.
package enum AdministratorAction: Sendable {
    case madeAccount(String)
    case changedAccount(String, AccountDraft)
    case deletedAccount(String)
    /// A batch of ids, and how many of their accounts stay.
    case deletedAccounts(Int, kept: Int)
    /// A batch of accounts, and how many of them could not be saved.
    case importedAccounts(Int, refused: Int)
    /// Nil for all members.
    case changedConfiguration(FieldMask?)
}

extension AdministratorAction {
    /// The line of the audit; `key` is the name of the administrator's API key.
    func entry(by key: String, in project: Project) -> AuditEntry {
        AuditEntry(
            actor: OperatorName.keyPrefix + key, action: action, subject: "project \(project.id): \(words)",
            result: .done)
    }

    private var action: OperatorAction {
        switch self {
        case .madeAccount, .changedAccount, .deletedAccount, .deletedAccounts, .importedAccounts: .changeAccount
        case .changedConfiguration: .changeApp
        }
    }

    private var words: String {
        switch self {
        case .madeAccount(let id): "account \(Self.shown(id)) made"
        case .changedAccount(let id, let draft): "account \(Self.shown(id)) changed (\(list(draft.members)))"
        case .deletedAccount(let id): "account \(Self.shown(id)) deleted"
        case .deletedAccounts(let count, let kept): "\(count) accounts deleted at once, \(kept) of them kept"
        case .importedAccounts(let count, let refused): "\(count) accounts imported, \(refused) of them refused"
        case .changedConfiguration(let mask): "configuration changed (\(mask.map { list($0.members) } ?? "all"))"
        }
    }

    private func list(_ names: [String]) -> String { names.isEmpty ? "nothing" : names.joined(separator: ", ") }

    /// Masks an id that looks like a phone number: an administrator who makes an account may choose such an id.
    private static func shown(_ id: String) -> String {
        let text = id.filter { !"+-. ()".contains($0) }
        let isNumber = (7...15).contains(text.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? String(repeating: "•", count: text.count - 2) + text.suffix(2) : id
    }
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

extension FieldMask {
    /// The outer names of its members; a test number is an inner name.
    fileprivate var members: [String] {
        let outer = paths.map { $0.prefix(2).filter { $0.utf8.count <= 40 && $0.allSatisfy(\.isLetter) } }
        return Array(Set(outer.map { $0.joined(separator: ".") })).filter { !$0.isEmpty }.sorted()
    }
}
