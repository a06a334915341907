/// What a change of the settings in the store is about.
///
/// The store counts changes, and keeps for each subject the number of its last change. So a process that remembers the
/// number with which it read something can tell whether it still knows the last word.
package enum ChangeSubject: Sendable, Hashable {
    /// An app with its keys, rules, texts, test numbers and endpoint.
    case app(AppID)
    /// What operators block and always allow.
    case blocks
    /// Which gateways are off, their weights, and which queues are paused.
    case switches
    /// Which apps are projects of the Firebase surface, and their settings.
    case projects
    /// The keys that sign tokens.
    case signingKeys
    /// The keys by which backends sign custom tokens.
    case serviceAccounts

    private static let alone: [ChangeSubject] = [.blocks, .switches, .projects, .signingKeys, .serviceAccounts]
    private static let ofApp = "app:"

    /// The store's name for it; an app's id holds no colon.
    package var name: String {
        switch self {
        case .app(let id): Self.ofApp + id.name
        case .blocks: "blocks"
        case .switches: "switches"
        case .projects: "projects"
        case .signingKeys: "signing-keys"
        case .serviceAccounts: "service-accounts"
        }
    }

    /// Nil for a name that only a later program knows.
    package init?(name: String) {
        if name.hasPrefix(Self.ofApp) {
            guard let app = AppID(String(name.dropFirst(Self.ofApp.count))) else { return nil }
            self = .app(app)
        } else {
            guard let subject = Self.alone.first(where: { $0.name == name }) else { return nil }
            self = subject
        }
    }
}
