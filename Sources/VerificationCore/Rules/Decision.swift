/// One claim while it is decided: the facts that go in, and the changes that come out.
struct Decision {
    let claim: Claim
    let now: Timestamp
    /// When the database was restored from a backup last.
    let restoredAt: Timestamp?
    /// See `ClaimFacts.earlier`.
    private let earlier: [EarlierMessage]
    var phone = PhoneState()
    var limits = SharedCounts()
    /// What the store must write, in this order.
    var changes: [RowChange] = []

    init(of claim: Claim, _ facts: ClaimFacts, now: Timestamp) {
        self.claim = claim
        (restoredAt, earlier) = (facts.restoredAt, facts.earlier)
        self.now = now
    }

    /// Swaps the caller's states with its own, so that nothing is copied; a second call gives them back.
    mutating func borrow(_ phone: inout PhoneState, _ limits: inout SharedCounts) {
        swap(&self.phone, &phone)
        swap(&self.limits, &limits)
    }

    var request: VerificationRequest { claim.request }
    var rules: SendingRules { claim.rules }
    var isInTime: Bool { request.deadline > now }
    /// The messages before this one whose gateways it may avoid; none for a test number, which has a gateway of its own.
    func earlier(than message: MessageID, _ code: CodeSource, mayBeDuplicate: Bool) -> [EarlierMessage] {
        code.isFixed || mayBeDuplicate ? [] : earlier.filter { $0.ordinal < message.ordinal }
    }

    /// Whether the request was made before the database was restored, so that its SMS may have been sent already.
    ///
    /// The backup does not know what was sent after it, and a request that is not on record may be of that time.
    var isFromBeforeRestore: Bool { restoredAt.map { request.requestedAt <= $0 } ?? false }
}

/// What the store has on record of a claim before the rules decide it.
package struct ClaimFacts: Sendable, Hashable {
    /// What is on record of this very request; nil when it is new.
    package var seen: SeenRequest?
    /// What is on record of its idempotency key; nil when the key is new, or when there is no key.
    package var keyHolder: KeyHolder?
    /// When the database was restored from a backup last; nil when it never was.
    package var restoredAt: Timestamp?
    /// The messages of the verification that the request led to, or else of the phone's live one, by their ordinals.
    ///
    /// A store may leave them out where the request can send no further message of that verification.
    package var earlier: [EarlierMessage]

    package init(
        seen: SeenRequest? = nil, keyHolder: KeyHolder? = nil, restoredAt: Timestamp? = nil,
        earlier: [EarlierMessage] = []
    ) {
        self.restoredAt = restoredAt
        self.earlier = earlier
        self.seen = seen
        self.keyHolder = keyHolder
    }
}

/// What is on record of a request's idempotency key.
package struct KeyHolder: Sendable, Hashable {
    package let fingerprint: [UInt8]
    package let verification: VerificationID

    package init(fingerprint: [UInt8], verification: VerificationID) {
        self.fingerprint = fingerprint
        self.verification = verification
    }
}
