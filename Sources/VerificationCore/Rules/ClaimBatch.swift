/// The claims of one transaction, decided one after the other over facts that were locked and loaded together.
package struct ClaimBatch: Sendable {
    /// The rows as they are after every decision so far; only those of claimed phones.
    package private(set) var phones: [PhoneKey: PhoneState]
    /// What must be written, in the order of the decisions.
    package private(set) var changes: [RowChange] = []
    /// The shared limits with what the decisions took and gave back.
    package private(set) var limits: LimitTimes
    private var seen: [VerificationID: SeenRequest]
    private var keys: [KeyID: KeyHolder]
    private let loaded: [PhoneKey: PhoneState]

    /// - Parameters:
    ///   - phones: the rows that exist, locked.
    ///   - limits: the shared limits of the claimed requests, as far as they were ever used.
    ///   - seen: what is on record of the claimed requests.
    ///   - keys: what is on record of their idempotency keys.
    package init(
        phones: [PhoneKey: PhoneState], limits: LimitTimes = LimitTimes(), seen: [VerificationID: SeenRequest],
        keys: [KeyID: KeyHolder] = [:]
    ) {
        self.phones = phones
        self.loaded = phones
        self.limits = limits
        self.seen = seen
        self.keys = keys
    }

    /// Decides the next claim; it meets the claims before it as if they had been saved already.
    package mutating func decide(_ claim: Claim, by rules: RuleBook, now: Timestamp) -> Verdict {
        let key = claim.request.phoneKey
        var phone = phones[key] ?? PhoneState()
        let facts = ClaimFacts(seen: seen[claim.request.id], keyHolder: claim.request.keyID.flatMap { keys[$0] })
        let decision = rules.decide(claim, phone: &phone, limits: &limits, facts: facts, now: now)
        phones[key] = phone
        for change in decision.changes { note(change, for: claim) }
        changes += decision.changes
        return decision.verdict
    }

    /// The phones whose rows are new or different now, in locking order.
    package var changedPhones: [(key: PhoneKey, state: PhoneState, isNew: Bool)] {
        phones.filter { loaded[$0.key] != $0.value && ($0.value != PhoneState() || loaded[$0.key] != nil) }
            .map { ($0.key, $0.value, loaded[$0.key] == nil) }
            .sorted { $0.key < $1.key }
    }

    /// Lets a second delivery of the same request in this batch find what the first one did.
    private mutating func note(_ change: RowChange, for claim: Claim) {
        switch change {
        case .insertRequest(let row):
            seen[row.id] = SeenRequest(verification: row.verification, key: claim.request.phoneKey, message: nil)
        case .insertMessage(let row):
            seen[claim.request.id] = SeenRequest(
                verification: row.id.verification, key: claim.request.phoneKey,
                message: MessageFacts(
                    ordinal: row.id.ordinal, stage: .leased(until: row.leasedUntil), fence: 1, tries: 1,
                    token: row.token, mayBeDuplicate: false, spentAt: row.createdAt))
        case .updateMessage(let row):
            seen[claim.request.id] = SeenRequest(
                verification: row.id.verification, key: claim.request.phoneKey, message: row.facts)
        case .insertKey(let row):
            keys[row.id] = KeyHolder(fingerprint: row.fingerprint, verification: row.verification)
        case .insertVerification, .endVerification:
            break
        }
    }
}

extension MessageChange {
    /// The message as the next claim finds it.
    package var facts: MessageFacts {
        let stage: MessageFacts.Stage =
            switch stage {
            case .leased(let until): .leased(until: until)
            case .ended: .ended
            }
        return MessageFacts(
            ordinal: id.ordinal, stage: stage, fence: fence, tries: tries, token: token, mayBeDuplicate: mayBeDuplicate,
            spentAt: spentAt)
    }
}
