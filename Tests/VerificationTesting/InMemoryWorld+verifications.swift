import VerificationCore

extension InMemoryWorld {
    /// The rows of verifications, and of what belongs to them.
    struct Records: Sendable {
        var phones: [PhoneKey: PhoneState] = [:]
        var verifications: [VerificationID: StoredVerification] = [:]
        var requests: [VerificationID: NewRequest] = [:]
        /// When each request was decided.
        var decisions: [VerificationID: Timestamp] = [:]
        var messages: [MessageID: Message] = [:]
        var receipts: [ReceiptKey: Receipt] = [:]
        var limits = SharedCounts()
        var keys: [KeyID: (row: NewKey, createdAt: Timestamp)] = [:]
        var networks: [VerificationID: String] = [:]
        var regions: [VerificationID: String] = [:]
        /// When a verification that was pending ended.
        var ends: [VerificationID: Timestamp] = [:]
    }
}

extension InMemoryWorld: VerificationStore {
    package func claim(_ claim: Claim) async throws(StoreError) -> Verdict {
        let now = clock.now
        return try answering(about: .verifications) { state in
            var seen: [VerificationID: SeenRequest] = [:]
            seen[claim.request.id] = state.records.seen(claim.request.id)
            let holders = state.records.liveKeys(at: now)
                .mapValues { KeyHolder(fingerprint: $0.fingerprint, verification: $0.verification) }
            var batch = ClaimBatch(
                phones: state.records.phones, limits: state.records.limits, seen: seen, keys: holders,
                settings: state.apps.changes,
                earlier: state.records.earlierMessages)
            let verdict = batch.decide(claim, by: rules, now: now)
            state.save(batch.changes, batch.phones, batch.limits, now: now)
            return verdict
        }
    }

    package func check(_ attempt: CheckAttempt) async throws(StoreError) -> CheckResult<NoRecord> {
        let now = clock.now
        return try answering(about: .verifications) { state throws(StoreError) in
            var batch = CheckBatch(
                phones: state.records.phones, limits: state.records.limits, facts: state.records.checkFacts(now: now))
            let result = try batch.decide(attempt, by: rules, now: now)
            state.save(batch.changes, batch.phones, batch.limits, now: now)
            return result
        }
    }

    package func record(_ record: SendRecord) async throws(StoreError) -> Recorded {
        let now = clock.now
        return try answering(about: .verifications) { state in
            let id = record.order.message
            guard var message = state.records.messages[id], message.facts.fence == record.order.fence else {
                return .stale
            }
            guard message.isLeased else { return message.holds(record) ? .saved(nil) : .stale }
            message.note(record, now: now)
            state.records.messages[id] = message
            if let note = record.note { state.tell(note, now: now) }
            let early = state.join(record, now: now)
            guard case .failed(let reason) = record.outcome else { return .saved(early) }
            var phones = PhoneRows(state.records.phones)
            var limits = state.records.limits
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
        return try answering(about: .verifications) { state in state.records.found(id, of: app, now: now) }
    }

    package func cancel(_ id: VerificationID, of app: AppID, tellsEvents: Bool) async throws(StoreError)
        -> FoundVerification<NoRecord>
    {
        let now = clock.now
        return try answering(about: .verifications) { state in
            guard var row = state.records.find(id, of: app) else { return state.records.found(id, of: app, now: now) }
            let isPending = row.status(at: now) == .pending
            if isPending {
                row.status = .canceled
                state.records.ends[row.id] = now
            }
            state.records.save(row)
            if isPending, tellsEvents { state.tell(EventNote(row.id, kind: .canceled), now: now) }
            return state.records.found(id, of: app, now: now)
        }
    }

    package func verifications(
        of phone: PhoneKey, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> [VerificationReport] {
        let now = clock.now
        return try answering(about: .verifications) { state in
            let mine = state.records.verifications.values.filter { row in
                row.phoneKey == phone && before.map { row.id < $0 } ?? true
            }
            return mine.sorted { $1.id < $0.id }.prefix(limit).map { state.records.report($0, now: now) }
        }
    }

    package func erase(_ phone: String, of apps: [AppID]) async throws(StoreError) -> Int {
        try answering(about: .verifications) { state in
            let mine = Set(
                state.records.verifications.values.filter {
                    $0.phoneKey.phone == phone && apps.contains($0.phoneKey.app)
                }.map(
                    \.id))
            state.records.verifications = state.records.verifications.filter { !mine.contains($0.key) }
            state.records.messages = state.records.messages.filter { !mine.contains($0.key.verification) }
            state.records.forgetReceipts(of: mine)
            state.records.keys = state.records.keys.filter { !mine.contains($0.value.row.verification) }
            state.events.forget(mine)
            for app in apps { state.records.phones[PhoneKey(app: app, phone: phone)]?.live = nil }
            return mine.count
        }
    }

    package func examine() async throws(StoreError) {
        try answering(about: .verifications) { _ in }
    }
}
