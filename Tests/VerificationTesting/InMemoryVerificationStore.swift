import Synchronization
import VerificationCore

/// A store without a database: the same rule book over dictionaries, under a lock, with a clock that the test moves.
package final class InMemoryVerificationStore: VerificationStore {
    struct State {
        var phones: [PhoneKey: PhoneState] = [:]
        var verifications: [VerificationID: StoredVerification] = [:]
        var requests: [VerificationID: NewRequest] = [:]
        var messages: [MessageID: InMemoryMessage] = [:]
        var receipts: [ReceiptKey: InMemoryReceipt] = [:]
        var limits = SharedCounts()
        var keys: [KeyID: (row: NewKey, createdAt: Timestamp)] = [:]
        var networks: [VerificationID: String] = [:]
        var regions: [VerificationID: String] = [:]
        /// When a verification that was pending ended.
        var ends: [VerificationID: Timestamp] = [:]
        var apps: [AppID: App] = [:]
        var apiKeys: [InMemoryKey] = []
        /// The last changes of apps, and of what a test says that others changed.
        var changes = ChangeNumbers()
        var testNumbers: [AppID: [TestNumber]] = [:]
        /// When each key of a code ring was last noted as in use.
        var codeKeys: [String: Timestamp] = [:]
        var events = InMemoryEvents()
        var isAway = false
    }

    package let clock: ManualClock
    /// How many verifications it looks at for a page of those that fit a filter.
    let mostLookedAt: Int
    let state = Mutex(State())
    private let rules = RuleBook()

    package init(clock: ManualClock = ManualClock(), mostLookedAt: Int = 5_000) {
        (self.clock, self.mostLookedAt) = (clock, mostLookedAt)
    }

    /// While true every call throws `unavailable`, as if no database answered.
    package var isAway: Bool {
        get { state.withLock { $0.isAway } }
        set { state.withLock { $0.isAway = newValue } }
    }

    package func claim(_ claim: Claim) async throws(StoreError) -> Verdict {
        let now = clock.now
        return try answering { state in
            var seen: [VerificationID: SeenRequest] = [:]
            seen[claim.request.id] = state.seen(claim.request.id)
            let holders = state.liveKeys(at: now)
                .mapValues { KeyHolder(fingerprint: $0.fingerprint, verification: $0.verification) }
            var batch = ClaimBatch(
                phones: state.phones, limits: state.limits, seen: seen, keys: holders, settings: state.changes,
                earlier: state.earlierMessages)
            let verdict = batch.decide(claim, by: rules, now: now)
            state.save(batch.changes, batch.phones, batch.limits, now: now)
            return verdict
        }
    }

    package func check(_ attempt: CheckAttempt) async throws(StoreError) -> CheckResult<NoRecord> {
        let now = clock.now
        return try answering { state throws(StoreError) in
            var batch = CheckBatch(
                phones: state.phones, limits: state.limits, facts: state.checkFacts(now: now))
            let result = try batch.decide(attempt, by: rules, now: now)
            state.save(batch.changes, batch.phones, batch.limits, now: now)
            return result
        }
    }

    package func record(_ record: SendRecord) async throws(StoreError) -> Recorded {
        let now = clock.now
        return try answering { state in
            let id = record.order.message
            guard var message = state.messages[id], message.facts.fence == record.order.fence else { return .stale }
            guard message.isLeased else { return message.holds(record) ? .saved(nil) : .stale }
            message.note(record, now: now)
            state.messages[id] = message
            if let note = record.note { state.tell(note, now: now) }
            let early = state.join(record, now: now)
            guard case .failed(let reason) = record.outcome else { return .saved(early) }
            var phones = PhoneRows(state.phones)
            var limits = state.limits
            let notSent = NotSent(
                message: id, request: record.request, rules: record.rules,
                spentAt: record.order.code.isFixed ? nil : record.order.spentAt, reason: reason, status: .failed)
            let changes = notSent.takeBack(from: &phones[record.request.phoneKey], &limits)
            let event = record.tellsEvents ? changes.compactMap(\.event) : []
            state.save(changes + event, phones, limits, now: now)
            return .saved(nil)
        }
    }

    package func verification(_ id: VerificationID, of app: AppID) async throws(StoreError) -> FoundVerification<
        NoRecord
    > {
        let now = clock.now
        return try answering { state in state.found(id, of: app, now: now) }
    }

    package func cancel(_ id: VerificationID, of app: AppID, tellsEvents: Bool) async throws(StoreError)
        -> FoundVerification<NoRecord>
    {
        let now = clock.now
        return try answering { state in
            guard var row = state.find(id, of: app) else { return state.found(id, of: app, now: now) }
            let isPending = row.status(at: now) == .pending
            if isPending {
                row.status = .canceled
                state.ends[row.id] = now
            }
            state.save(row)
            if isPending, tellsEvents { state.tell(EventNote(row.id, .canceled), now: now) }
            return state.found(id, of: app, now: now)
        }
    }

    package func verifications(
        of phone: PhoneKey, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> [VerificationReport] {
        let now = clock.now
        return try answering { state in
            let mine = state.verifications.values.filter { row in
                row.phoneKey == phone && before.map { row.id < $0 } ?? true
            }
            return mine.sorted { $1.id < $0.id }.prefix(limit).map { state.report($0, now: now) }
        }
    }

    package func erase(_ phone: String, of apps: [AppID]) async throws(StoreError) -> Int {
        try answering { state in
            let mine = Set(
                state.verifications.values.filter { $0.phoneKey.phone == phone && apps.contains($0.phoneKey.app) }.map(
                    \.id))
            state.verifications = state.verifications.filter { !mine.contains($0.key) }
            state.messages = state.messages.filter { !mine.contains($0.key.verification) }
            state.forgetReceipts(of: mine)
            state.keys = state.keys.filter { !mine.contains($0.value.row.verification) }
            state.forgetEvents(of: mine)
            for app in apps { state.phones[PhoneKey(app: app, phone: phone)]?.live = nil }
            return mine.count
        }
    }

    package func examine() async throws(StoreError) {
        try answering { _ in }
    }

    /// Forgets everything.
    package func empty() { state.withLock { $0 = State() } }

    func answering<Value: Sendable>(
        _ body: (inout sending State) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = state.withLock { state in
            guard !state.isAway else { return .failure(.unavailable) }
            do throws(StoreError) {
                return .success(try body(&state))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
