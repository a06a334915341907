/// The claims that one transaction decides.
///
/// The store has locked and loaded the facts of all of them. The batch decides one claim after the other.
package struct ClaimBatch: Sendable {
    package private(set) var phones: PhoneRows
    /// What the store must write, in the order of the decisions.
    package private(set) var changes: [RowChange] = []
    /// The shared limits with what the decisions took and gave back.
    package private(set) var limits: SharedCounts
    private var seen: [VerificationID: SeenRequest]
    private var keys: [KeyID: KeyHolder]
    private let settings: ChangeNumbers
    private let restoredAt: Timestamp?
    private let earlier: [VerificationID: [EarlierMessage]]

    /// Begins with what the store has locked and loaded.
    ///
    /// - Parameters:
    ///   - phones: the rows that exist.
    ///   - limits: the shared limits of the claimed requests, as far as they were ever used.
    ///   - seen: what is on record of the claimed requests.
    ///   - keys: what is on record of their idempotency keys.
    ///   - settings: the last changes of the settings, as the store has them after the phones' locks.
    ///   - restoredAt: when the database was restored from a backup last; nil when it never was.
    ///   - earlier: the messages of verifications that may get a further message, by their ordinals.
    package init(
        phones: [PhoneKey: PhoneState], limits: SharedCounts = SharedCounts(), seen: [VerificationID: SeenRequest],
        keys: [KeyID: KeyHolder] = [:], settings: ChangeNumbers = ChangeNumbers(), restoredAt: Timestamp? = nil,
        earlier: [VerificationID: [EarlierMessage]] = [:]
    ) {
        self.phones = PhoneRows(phones)
        self.limits = limits
        self.seen = seen
        self.keys = keys
        self.settings = settings
        self.restoredAt = restoredAt
        self.earlier = earlier
    }

    /// Decides the next claim, as if the claims before it had been saved already.
    package mutating func decide(_ claim: Claim, by rules: RuleBook, now: Timestamp) -> Verdict {
        guard settings.basis(for: claim.request.app) == claim.basis else { return .outdated }
        let seen = seen[claim.request.id]
        let sender = earlier.isEmpty ? nil : seen?.verification ?? phones[claim.request.phoneKey].live?.id
        let facts = ClaimFacts(
            seen: seen, keyHolder: claim.request.keyID.flatMap { keys[$0] }, restoredAt: restoredAt,
            earlier: sender.flatMap { earlier[$0] } ?? [])
        let decision = rules.decide(
            claim, phone: &phones[claim.request.phoneKey], limits: &limits, facts: facts, now: now)
        for change in decision.changes { note(change, for: claim) }
        changes += decision.changes
        if claim.tellsEvents { changes += decision.changes.compactMap(\.event) }
        return decision.verdict
    }

    /// Lets a second delivery of the same request in this batch find what the first delivery changed.
    private mutating func note(_ change: RowChange, for claim: Claim) {
        switch change {
        case .insertRequest(let row):
            seen[row.id] = SeenRequest(verification: row.verification, phone: claim.request.phoneKey, message: nil)
        case .insertMessage(let row):
            seen[claim.request.id] = SeenRequest(
                verification: row.id.verification, phone: claim.request.phoneKey,
                message: MessageFacts(
                    ordinal: row.id.ordinal, stage: .leased(until: row.leasedUntil), fence: 1, tries: 1,
                    token: row.token, mayBeDuplicate: false, isForTestNumber: row.isForTestNumber,
                    spentAt: row.createdAt))
        case .updateMessage(let row):
            seen[claim.request.id] = SeenRequest(
                verification: row.id.verification, phone: claim.request.phoneKey, message: row.facts)
        case .insertKey(let row):
            keys[row.id] = KeyHolder(fingerprint: row.fingerprint, verification: row.verification)
        case .insertVerification, .approve, .endVerification, .extendVerification, .countWrongCodes,
            .tell, .watch:
            break
        }
    }
}
