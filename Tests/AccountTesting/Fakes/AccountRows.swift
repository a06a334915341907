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
        var session: RefreshSession
        var lastUsedAt: Timestamp
        /// The token before the session's token, which is good until the session's token has been used.
        var formerHash: [UInt8]?
        var endedAt: Timestamp?
    }

    private var projects: [ProjectID: OfProject] = [:]
    private var sessions: [[UInt8]: Session] = [:]
    var usedVerifications: Set<VerificationID> = []

    subscript(project: ProjectID) -> OfProject { projects[project] ?? OfProject() }

    /// Every account with its project.
    var all: [(ProjectID, Account)] {
        projects.flatMap { project, rows in rows.accounts.values.map { (project, $0) } }
    }

    /// Adds an account, or puts it in the place of the account with its id.
    ///
    /// - Returns: which name belongs to another account; then nothing is changed.
    mutating func save(_ account: Account, of project: ProjectID) throws(StoreError) -> AccountConflict? {
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

    mutating func deleteAll(of project: ProjectID) {
        for id in self[project].accounts.keys { delete(id, of: project) }
    }

    mutating func begin(_ session: RefreshSession?, of id: LocalID, _ project: ProjectID) throws(StoreError) {
        guard let session else { return }
        guard sessions[session.tokenHash] == nil else { throw .broken("two sessions with a single token") }
        let theirs = sessions.values.filter { $0.project == project && $0.account == id }
        let kept = theirs.sorted {
            ($0.endedAt == nil ? 1 : 0, $0.lastUsedAt) > ($1.endedAt == nil ? 1 : 0, $1.lastUsedAt)
        }
        for row in kept.dropFirst(RefreshSession.mostPerAccount - 1) { sessions[row.session.tokenHash] = nil }
        sessions[session.tokenHash] = Session(
            project: project, account: id, session: session, lastUsedAt: session.beganAt)
    }

    mutating func endSessions(before moment: Timestamp, of id: LocalID, _ project: ProjectID) {
        for (hash, row) in sessions where row.project == project && row.account == id {
            if row.session.beganAt < moment { sessions[hash]?.endedAt = row.endedAt ?? moment }
        }
    }

    /// The session of a project with this token.
    func session(_ tokenHash: [UInt8], of project: ProjectID) -> Session? {
        let found = sessions[tokenHash] ?? sessions.values.first { $0.formerHash == tokenHash }
        return found.flatMap { $0.project == project ? $0 : nil }
    }

    /// Notes a use of a session, and gives it the successor of the token that was brought.
    mutating func use(_ row: Session, _ attempt: RefreshAttempt) -> RefreshSession {
        let old = row.session
        var row = row
        row.lastUsedAt = attempt.time
        if let successor = attempt.successorHash {
            row.session = RefreshSession(
                tokenHash: successor, method: old.method, beganAt: old.beganAt, authTime: old.authTime,
                claims: old.claims)
            row.formerHash = attempt.tokenHash
        }
        sessions[old.tokenHash] = nil
        sessions[row.session.tokenHash] = row
        return row.session
    }

    mutating func forgetUnused(idleLife: Duration, guestLife: Duration, at now: Timestamp) {
        let isRecentGuest = { (row: Session) in
            row.session.method.provider == .anonymous && now - row.lastUsedAt <= guestLife
        }
        for (project, rows) in projects {
            for account in rows.accounts.values where account.names.count == 1 && account.passwordHash == nil {
                let theirs = sessions.values.filter { $0.project == project && $0.account == account.id }
                let isGuest = theirs.allSatisfy { $0.session.method.provider == .anonymous }
                guard isGuest, !theirs.isEmpty, !theirs.contains(where: isRecentGuest) else { continue }
                delete(account.id, of: project)
            }
        }
        sessions = sessions.filter { _, row in
            let isOver = row.endedAt.map { now - $0 > .seconds(30 * 86_400) } ?? false
            return now - row.lastUsedAt <= idleLife && !isOver
        }
    }
}
