/// One claim while it is decided: the facts that go in, and the changes that come out.
struct Decision {
    let claim: Claim
    let now: Timestamp
    var phone = PhoneState()
    var limits = SharedCounts()
    /// What the store must write, in this order.
    var changes: [RowChange] = []

    init(of claim: Claim, now: Timestamp) {
        self.claim = claim
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
}
