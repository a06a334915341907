import AccountCore
import VerificationCore

/// What a store of accounts holds.
struct AccountRows: Sendable {
    /// The accounts of a project, and whose their names are.
    struct OfProject: Sendable {
        fileprivate(set) var accounts: [LocalID: Account] = [:]
        fileprivate(set) var owners = NameOwners()
    }

    struct Session: Sendable {
        let project: ProjectID
        let account: LocalID
        let session: RefreshSession
        var hasEnded = false
    }

    private var projects: [ProjectID: OfProject] = [:]
    private var sessions: [[UInt8]: Session] = [:]
    var usedVerifications: Set<VerificationID> = []

    subscript(project: ProjectID) -> OfProject { projects[project] ?? OfProject() }

    /// Adds an account, or puts it in the place of the account with its id.
    ///
    /// - Returns: which name belongs to another account; then nothing is changed.
    mutating func save(_ account: Account, of project: ProjectID) throws(StoreProblem) -> AccountConflict? {
        guard account.isStorable else { throw .unstorable }
        if let conflict = self[project].owners.conflict(of: account.names, for: account.id) { return conflict }
        projects[project, default: OfProject()].accounts[account.id] = account
        projects[project, default: OfProject()].owners.set(account.names, of: account.id)
        return nil
    }

    mutating func delete(_ id: LocalID, of project: ProjectID) {
        projects[project]?.accounts[id] = nil
        projects[project]?.owners.set([], of: id)
        sessions = sessions.filter { $0.value.project != project || $0.value.account != id }
    }

    mutating func begin(_ session: RefreshSession?, of id: LocalID, _ project: ProjectID) throws(StoreProblem) {
        guard let session else { return }
        guard sessions[session.tokenHash] == nil else { throw .broken("two sessions with a single token") }
        sessions[session.tokenHash] = Session(project: project, account: id, session: session)
    }

    mutating func endSessions(before moment: Timestamp, of id: LocalID, _ project: ProjectID) {
        for (hash, row) in sessions where row.project == project && row.account == id {
            if row.session.beganAt < moment { sessions[hash]?.hasEnded = true }
        }
    }

    /// The session of a project with this token.
    func session(_ tokenHash: [UInt8], of project: ProjectID) -> Session? {
        sessions[tokenHash].flatMap { $0.project == project ? $0 : nil }
    }
}
