import Synchronization
import VerificationCore

/// A store without a database: the same rule book over dictionaries, one lock, a clock that the test moves.
package final class InMemoryVerificationStore: VerificationStore {
    struct State {
        var phones: [PhoneKey: PhoneState] = [:]
        var verifications: [VerificationID: StoredVerification] = [:]
        var requests: [VerificationID: NewRequest] = [:]
        var messages: [MessageID: InMemoryMessage] = [:]
        var isAway = false
    }

    package let clock: ManualClock
    let state = Mutex(State())
    private let rules = RuleBook()

    package init(clock: ManualClock = ManualClock()) {
        self.clock = clock
    }

    /// While true every call throws `unavailable`, as if nobody answered.
    package var isAway: Bool {
        get { state.withLock { $0.isAway } }
        set { state.withLock { $0.isAway = newValue } }
    }

    package func claim(_ claim: Claim) async throws(StoreProblem) -> Verdict {
        let now = clock.now
        return try answering { state in
            let key = claim.request.phoneKey
            var phones: [PhoneKey: PhoneState] = [:]
            phones[key] = state.phones[key].map { phone in
                var phone = phone
                phone.live = phone.live.map { state.counted($0) }
                return phone
            }
            var seen: [VerificationID: SeenRequest] = [:]
            seen[claim.request.id] = state.seen(claim.request.id)
            var batch = ClaimBatch(phones: phones, seen: seen)
            let verdict = batch.decide(claim, by: rules, now: now)
            for changed in batch.changedPhones { state.phones[changed.key] = changed.state }
            for change in batch.changes { state.apply(change, now: now) }
            return verdict
        }
    }

    package func record(_ record: SendRecord) async throws(StoreProblem) -> Bool {
        let now = clock.now
        return try answering { state in
            let id = record.order.message
            guard var message = state.messages[id], message.facts.fence == record.order.fence, message.isLeased else {
                return false
            }
            message.note(record, now: now)
            state.messages[id] = message
            guard case .failed(let reason) = record.outcome else { return true }
            var phone = state.phones[record.phoneKey] ?? PhoneState()
            let changes = rules.giveBack(id, rules: record.rules, phone: &phone, reason: reason, status: .failed)
            state.phones[record.phoneKey] = phone
            for change in changes { state.apply(change, now: now) }
            return true
        }
    }

    package func verification(
        _ id: VerificationID, of app: AppID
    ) async throws(StoreProblem) -> VerificationReport? {
        let now = clock.now
        return try answering { state in state.find(id, of: app).map { state.report($0, now: now) } }
    }

    package func countCheck(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> CountedCheck {
        let now = clock.now
        return try answering { state in
            guard var row = state.find(id, of: app) else { return .noSuchVerification }
            guard row.status(at: now) == .pending else { return .ended(state.report(row, now: now)) }
            row.checks += 1
            state.verifications[row.id] = row
            return .open(
                OpenCheck(verification: row.id, app: app, code: row.code, remaining: row.maxChecks - row.checks))
        }
    }

    package func finishCheck(
        _ check: OpenCheck, isRight: Bool
    ) async throws(StoreProblem) -> (report: VerificationReport, approved: Bool) {
        let now = clock.now
        return try answering { state throws(StoreProblem) in
            guard var row = state.verifications[check.verification] else { throw .broken("no such row") }
            let mayApprove = (row.status == .pending || row.status == .maxAttemptsReached) && row.expiresAt > now
            if isRight, mayApprove {
                row.status = .approved
            } else if row.status == .pending, row.status(at: now) == .maxAttemptsReached {
                row.status = .maxAttemptsReached
            }
            state.save(row)
            return (state.report(row, now: now), isRight && mayApprove)
        }
    }

    package func cancel(_ id: VerificationID, of app: AppID) async throws(StoreProblem) -> VerificationReport? {
        let now = clock.now
        return try answering { state in
            guard var row = state.find(id, of: app) else { return nil }
            if row.status(at: now) == .pending { row.status = .canceled }
            state.save(row)
            return state.report(row, now: now)
        }
    }

    package func ping() async throws(StoreProblem) {
        try answering { _ in }
    }

    private func answering<Value: Sendable>(
        _ body: (inout sending State) throws(StoreProblem) -> Value
    ) throws(StoreProblem) -> Value {
        let result: Result<Value, StoreProblem> = state.withLock { state in
            guard !state.isAway else { return .failure(.unavailable) }
            do throws(StoreProblem) {
                return .success(try body(&state))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
