/// What a change of the settings in the store is about.
///
/// The store counts changes, and keeps for each subject the number of its last change. So a process that remembers the
/// number with which it read something can tell whether its copy is still the newest.
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
    /// The keys with which backends sign custom tokens.
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

/// The number of the last change of each subject, and of anything.
package struct ChangeNumbers: Sendable, Hashable {
    /// 0 while nothing was ever changed.
    package private(set) var last: Int64
    private var numbers: [ChangeSubject: Int64]

    package init(last: Int64 = 0, _ numbers: [ChangeSubject: Int64] = [:]) {
        (self.last, self.numbers) = (last, numbers)
    }

    /// 0 for a subject that no operator or backend has changed.
    package subscript(subject: ChangeSubject) -> Int64 { numbers[subject] ?? 0 }

    /// What a claim for this app has to be made by.
    package func basis(for app: AppID) -> ClaimBasis {
        ClaimBasis(app: self[.app(app)], blocks: self[.blocks], switches: self[.switches])
    }

    /// Counts a change.
    package mutating func count(_ subject: ChangeSubject) {
        last += 1
        numbers[subject] = last
    }
}

/// The settings under which a claim was made: the numbers of the last changes that its maker knew.
///
/// A worker answers from memory, and may have been frozen meanwhile. So the store compares these numbers with its own in
/// the transaction that decides the claim. Where they differ, the worker has to read the settings again; see
/// `Verdict.outdated`.
package struct ClaimBasis: Sendable, Hashable {
    /// Before the first change of anything.
    package static let none = ClaimBasis()

    package var app: Int64 = 0
    package var blocks: Int64 = 0
    package var switches: Int64 = 0

    package init(app: Int64 = 0, blocks: Int64 = 0, switches: Int64 = 0) {
        (self.app, self.blocks, self.switches) = (app, blocks, switches)
    }
}

/// Port: which changes of the settings a process knows, and whether what it keeps in memory is still the last state.
package protocol ChangeKnowledge: Sendable {
    /// The number of the subject's last change; nil when another process may have made a change that this process
    /// cannot know.
    ///
    /// It includes every change whose maker got its answer before the call.
    func number(of subject: ChangeSubject) -> Int64?

    /// The numbers of the last changes that this process knows; what it reads from memory afterwards is as new, or newer.
    func basis(for app: AppID) -> ClaimBasis

    /// Returns when this process knows all changes that were made before the call, or cannot find out now.
    func catchUp() async

    /// Whether operators have paused the requests, as far as this process knows; returns when it takes none any more.
    func hasPausedRequests() async -> Bool
}

extension ChangeKnowledge {
    /// For knowledge of what is no queue's.
    package func hasPausedRequests() async -> Bool { false }
}
