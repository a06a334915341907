/// One claim while it is decided: what it is decided by, and what the decision changes.
struct Decision {
    let claim: Claim
    /// The store's clock.
    let now: Timestamp
    var phone = PhoneState()
    var limits = SharedCounts()
    /// What must be written, in this order.
    var changes: [RowChange] = []

    init(of claim: Claim, now: Timestamp) {
        self.claim = claim
        self.now = now
    }

    /// Takes the states over, and gives them back when it is called again; nothing is copied on the way.
    mutating func borrow(_ phone: inout PhoneState, _ limits: inout SharedCounts) {
        swap(&self.phone, &phone)
        swap(&self.limits, &limits)
    }

    var request: VerificationRequest { claim.request }
    var rules: SendingRules { claim.rules }
    var isInTime: Bool { request.deadline > now }
}
