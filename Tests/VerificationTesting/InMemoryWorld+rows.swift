import VerificationCore

extension InMemoryWorld {
    /// A message, like a row of `message`.
    struct Message: Sendable {
        var facts: MessageFacts
        var report: MessageReport

        var isLeased: Bool {
            if case .leased = facts.stage { return true }
            return false
        }

        func told(at now: Timestamp) -> MessageReport {
            report.told(facts.stage, at: now)
        }

        init(_ row: NewMessage) {
            facts = MessageFacts(
                ordinal: row.id.ordinal, stage: .leased(until: row.leasedUntil), fence: 1, tries: 1,
                token: row.token, mayBeDuplicate: false, isForTestNumber: row.isForTestNumber, spentAt: row.createdAt)
            report = MessageReport(
                ordinal: row.id.ordinal, status: .sending, reason: nil, gateway: nil, gatewayID: nil, language: nil,
                encoding: nil, segments: nil, tries: 1, mayBeDuplicate: false, createdAt: row.createdAt,
                updatedAt: row.createdAt)
        }

        mutating func note(_ change: MessageChange, now: Timestamp) {
            let isNewDoubt = change.facts.mayBeDuplicate && !facts.mayBeDuplicate
            facts = change.facts
            update(status: change.status, reason: change.reason ?? report.reason, keepsGateway: !isNewDoubt, now: now)
        }

        mutating func note(_ record: SendRecord, now: Timestamp) {
            switch record.outcome {
            case .accepted(let gatewayID): end(.accepted, nil, gatewayID, record, now: now)
            case .failed(let reason): end(.failed, reason, nil, record, now: now)
            case .unknown(let reason): end(.unknown, reason, nil, record, now: now)
            case .waiting(let delay, let reason): wait(delay, reason, facts.mayBeDuplicate, record, now: now)
            case .waitingAfterUnknown(let delay, let reason): wait(delay, reason, true, record, now: now)
            }
        }

        mutating func note(_ change: Delivery, now: Timestamp) {
            update(status: change.status, reason: change.reason, gatewayID: report.gatewayID, now: now)
        }

        /// Whether this same outcome is on record already: a worker that lost the answer records it again.
        ///
        /// Receipts may have changed the status of a message with a provider's id since.
        func holds(_ record: SendRecord) -> Bool {
            if case .accepted(let gatewayID?) = record.outcome { return report.gatewayID == gatewayID }
            var again = self
            again.note(record, now: report.updatedAt)
            // The calls are on record already.
            again.report.calls = report.calls
            return again.report == report
        }

        private mutating func end(
            _ status: MessageStatus, _ reason: String?, _ gatewayID: String?, _ record: SendRecord, now: Timestamp
        ) {
            facts.stage = .ended
            update(status: status, reason: reason, gatewayID: gatewayID, record: record, now: now)
        }

        private mutating func wait(
            _ delay: Duration, _ reason: String, _ mayBeDuplicate: Bool, _ record: SendRecord, now: Timestamp
        ) {
            facts.stage = .waiting(until: now + delay)
            facts.mayBeDuplicate = mayBeDuplicate
            facts.mayBeAt = mayBeDuplicate ? record.gateway : nil
            update(status: .sending, reason: reason, record: record, now: now)
        }

        private mutating func update(
            status: MessageStatus, reason: String?, gatewayID: String? = nil, record: SendRecord? = nil,
            keepsGateway: Bool = true, now: Timestamp
        ) {
            report = MessageReport(
                ordinal: report.ordinal, status: status, reason: reason,
                gateway: record?.gateway ?? (keepsGateway ? report.gateway : nil),
                gatewayID: gatewayID, language: record?.written?.language.description ?? report.language,
                encoding: record?.written?.encoding.rawValue ?? report.encoding,
                segments: record?.written?.segments ?? report.segments,
                tries: facts.tries, mayBeDuplicate: facts.mayBeDuplicate, createdAt: report.createdAt, updatedAt: now,
                calls: (report.calls + (record?.calls ?? [])).suffix(CallReport.most))
        }
    }
}

extension InMemoryWorld.State {
    mutating func save(_ changes: [RowChange], _ phones: PhoneRows, _ limits: SharedCounts, now: Timestamp) {
        for change in phones.changes { records.phones[change.key] = change.state }
        records.limits = limits
        for change in changes { apply(change, now: now) }
    }

    mutating func apply(_ change: RowChange, now: Timestamp) {
        switch change {
        case .insertVerification(let row):
            records.verifications[row.request.id] = StoredVerification(row)
            records.networks[row.request.id] = row.request.clientIP?.network
            records.regions[row.request.id] = row.request.phone.region
        case .insertKey(let row):
            records.keys[row.id] = (row, now)
        case .insertRequest(let row): (records.requests[row.id], records.decisions[row.id]) = (row, now)
        case .insertMessage(let row): records.messages[row.id] = InMemoryWorld.Message(row)
        case .updateMessage(let change): records.messages[change.id]?.note(change, now: now)
        case .approve(let id, let by):
            guard records.verifications[id]?.status == .pending else { return }
            records.verifications[id]?.status = .approved
            records.verifications[id]?.approvedBy = by
            records.ends[id] = now
        case .endVerification(let id, let status, let reason):
            guard records.verifications[id]?.status == .pending else { return }
            records.verifications[id]?.status = status
            records.verifications[id]?.reason = reason
            records.ends[id] = now
        case .extendVerification(let id, let until):
            guard records.verifications[id]?.status == .pending else { return }
            records.verifications[id]?.expiresAt = until
        case .countWrongCodes(let id, let count): records.verifications[id]?.checks = count
        case .tell(let note): tell(note, now: now)
        case .watch(let id, let until): events.watches[id] = until
        }
    }
}

extension InMemoryWorld.Records {
    /// Everything on record, from which a check looks up what it needs.
    func checkFacts(now: Timestamp) -> CheckBatch.Loaded {
        var facts = CheckBatch.Loaded()
        facts.requests = requests
        facts.live = phones.compactMapValues(\.live?.id)
        facts.verifications = verifications
        facts.networks = networks
        facts.messages = Dictionary(grouping: messages.sorted { $0.key < $1.key }, by: \.key.verification)
            .mapValues { $0.map { $0.value.told(at: now) } }
        facts.keys = liveKeys(at: now).mapValues {
            KeptCheck(
                fingerprint: $0.fingerprint, verification: $0.verification, remainingChecks: $0.remainingChecks)
        }
        return facts
    }

    func seen(_ id: VerificationID) -> SeenRequest? {
        requests[id].map { row in
            let message = row.message.flatMap { messages[MessageID(verification: row.verification, ordinal: $0)] }
            return SeenRequest(
                verification: row.verification, phone: verifications[row.verification]?.phoneKey,
                message: message?.facts)
        }
    }

    /// What a further message of each verification may have to know of the messages before it.
    var earlierMessages: [VerificationID: [EarlierMessage]] {
        Dictionary(grouping: messages.sorted { $0.key < $1.key }, by: \.key.verification).mapValues { messages in
            messages.compactMap { id, message in
                let report = message.report
                return report.gateway.map {
                    EarlierMessage(
                        ordinal: id.ordinal, gateway: $0, status: report.status, hasID: report.gatewayID != nil)
                }
            }
        }
    }

    func find(_ id: VerificationID, of app: AppID) -> StoredVerification? {
        requests[id].flatMap { verifications[$0.verification] }.flatMap { $0.phoneKey.app == app ? $0 : nil }
    }

    /// Saves a verification; when it has ended, it leaves its phone's row, so that no request joins it.
    mutating func save(_ row: StoredVerification) {
        verifications[row.id] = row
        if row.status != .pending, phones[row.phoneKey]?.live?.id == row.id { phones[row.phoneKey]?.live = nil }
    }

    /// The verification as a whole.
    func report(_ row: StoredVerification, now: Timestamp) -> VerificationReport {
        row.wholeReport(
            live: live(row), messages: messages(of: row, now: now), outcome: requests[row.id]?.outcome ?? .send,
            now: now)
    }

    func report(_ row: StoredVerification, to request: NewRequest, now: Timestamp) -> VerificationReport {
        row.report(to: request, live: live(row), messages: messages(of: row, now: now), now: now)
    }

    private func live(_ row: StoredVerification) -> LiveVerification? {
        phones[row.phoneKey]?.live.flatMap { $0.id == row.id ? $0 : nil }
    }

    private func messages(of row: StoredVerification, now: Timestamp) -> [MessageReport] {
        messages.filter { $0.key.verification == row.id }.sorted { $0.key < $1.key }.map { $0.value.told(at: now) }
    }

    func found(_ id: VerificationID, of app: AppID, now: Timestamp) -> FoundVerification<NoRecord> {
        guard let request = requests[id] else { return .missing(.unknown) }
        if let row = find(id, of: app) { return .found(report(row, to: request, now: now)) }
        if request.outcome == .conflict { return .missing(.keyReused) }
        return verifications[request.verification] == nil ? .missing(.erased) : .missing(.unknown)
    }

    /// The keys of the last 24 hours; an older key may be used anew.
    func liveKeys(at now: Timestamp) -> [KeyID: NewKey] {
        keys.filter { $0.value.createdAt + .seconds(86_400) > now }.mapValues(\.row)
    }
}
