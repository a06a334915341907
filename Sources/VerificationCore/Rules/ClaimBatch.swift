/// The claims of one transaction, decided one after the other over facts that were locked and loaded together.
package struct ClaimBatch: Sendable {
    /// The rows as they are after every decision so far; only those of claimed phones.
    package private(set) var phones: [PhoneKey: PhoneState]
    /// What must be written, in the order of the decisions.
    package private(set) var changes: [RowChange] = []
    private var seen: [VerificationID: SeenRequest]
    private let loaded: [PhoneKey: PhoneState]

    /// - Parameters:
    ///   - phones: the rows that exist, locked.
    ///   - seen: what is on record of the claimed requests.
    package init(phones: [PhoneKey: PhoneState], seen: [VerificationID: SeenRequest]) {
        self.phones = phones
        self.loaded = phones
        self.seen = seen
    }

    /// Decides the next claim; it meets the claims before it as if they had been saved already.
    package mutating func decide(_ claim: Claim, by rules: RuleBook, now: Timestamp) -> Verdict {
        let key = claim.request.phoneKey
        var phone = phones[key] ?? PhoneState()
        let decision = rules.decide(claim, phone: &phone, seen: seen[claim.request.id], now: now)
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
            seen[row.id] = SeenRequest(verification: row.verification, message: nil)
        case .insertMessage(let row):
            seen[claim.request.id] = SeenRequest(
                verification: row.id.verification,
                message: MessageFacts(
                    ordinal: row.id.ordinal, stage: .leased(until: row.leasedUntil), fence: 1, tries: 1,
                    token: row.token, mayBeDuplicate: false))
        case .updateMessage(let row):
            seen[claim.request.id] = SeenRequest(verification: row.id.verification, message: row.facts)
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
            ordinal: id.ordinal, stage: stage, fence: fence, tries: tries, token: token, mayBeDuplicate: mayBeDuplicate)
    }
}
