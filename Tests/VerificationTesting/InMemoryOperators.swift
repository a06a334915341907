import Synchronization
import VerificationCore

/// Operators, their sessions and the audit, in memory.
package final class InMemoryOperators: OperatorStore, AuditLog {
    private struct State {
        var people: [OperatorName: StoredOperator] = [:]
        var sessions: [[UInt8]: OperatorSession] = [:]
        var lines: [StoredAudit] = []
        var changes: Int64 = 0
        var isAway = false
        var questions = 0
    }

    private let now: @Sendable () -> Timestamp
    private let mostLookedAt: Int
    private let state = Mutex(State())

    /// `mostLookedAt`: how many lines of the audit are looked at for a page.
    package init(mostLookedAt: Int = 10_000, now: @escaping @Sendable () -> Timestamp) {
        (self.mostLookedAt, self.now) = (mostLookedAt, now)
    }

    /// While it is away, every call throws `unavailable`.
    package var isAway: Bool {
        get { state.withLock(\.isAway) }
        set { state.withLock { $0.isAway = newValue } }
    }

    /// How many calls it has had.
    package var questions: Int { state.withLock(\.questions) }

    package func save(_ person: Operator, password: PasswordHash) throws(StoreError) {
        try change { state in
            state.changes += 1
            // Like the database's clock, it never stands still.
            let changedAt = now() + .microseconds(state.changes)
            state.people[person.name] = StoredOperator(person, password: password, changedAt: changedAt)
            state.sessions = state.sessions.filter { $0.value.name != person.name }
        }
    }

    package func remove(_ name: OperatorName) throws(StoreError) -> Bool {
        try change { state in
            state.sessions = state.sessions.filter { $0.value.name != name }
            return state.people.removeValue(forKey: name) != nil
        }
    }

    package func operators() throws(StoreError) -> [StoredOperator] {
        try change { $0.people.values.sorted { $0.person.name < $1.person.name } }
    }

    package func begin(_ session: OperatorSession, knowing changedAt: Timestamp) throws(StoreError) -> Bool {
        try change { state in
            guard state.people[session.name]?.changedAt == changedAt else { return false }
            state.sessions[session.tokenHash] = session
            return true
        }
    }

    package func end(tokenHash: [UInt8]) throws(StoreError) {
        try change { $0.sessions[tokenHash] = nil }
    }

    package func sessions() throws(StoreError) -> [OperatorSession] {
        try change { state in
            state.sessions = state.sessions.filter { $0.value.endsAt > now() }
            return Array(state.sessions.values)
        }
    }

    package func note(_ entry: AuditEntry) throws(StoreError) {
        try change { state in
            state.lines.append(StoredAudit(number: Int64(state.lines.count + 1), at: now(), entry: entry))
        }
    }

    package func page(
        _ filter: AuditFilter, before number: Int64?, limit: Int
    ) throws(StoreError) -> AuditPage {
        let most = filter == .all ? limit : mostLookedAt
        return try change { state in
            let looked = state.lines.filter { $0.number < number ?? .max }.reversed().prefix(most)
            let lines = Array(looked.filter { filter.fits($0.entry) }.prefix(limit))
            if lines.count == limit { return AuditPage(lines: lines, next: lines.last?.number, isCutShort: false) }
            let isCutShort = looked.count == most
            return AuditPage(lines: lines, next: isCutShort ? looked.last?.number : nil, isCutShort: isCutShort)
        }
    }

    /// The newest lines, for tests.
    package func entries(before number: Int64?, limit: Int) throws(StoreError) -> [StoredAudit] {
        try page(.all, before: number, limit: limit).lines
    }

    private func change<Value: Sendable>(_ body: (inout State) -> Value) throws(StoreError) -> Value {
        let value = state.withLock { state -> Value? in
            state.questions += 1
            return state.isAway ? nil : body(&state)
        }
        guard let value else { throw .unavailable }
        return value
    }
}
