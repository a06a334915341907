/// A worker's claim on one request, with everything that the rules need to decide it.
package struct Claim: Sendable, Hashable {
    package let request: VerificationRequest
    /// The app's rules, without the limits that an operator's allow lifts for this request.
    package let rules: SendingRules
    /// Whether an operator's block holds the request; a test number is sent nothing, so a block does not hold it.
    package let isBlocked: Bool
    /// The app's test number for this phone, even an expired test number; nil for any other number.
    package let testNumber: TestNumber?
    /// The name of the ring's key that makes the code of a new verification.
    package let codeKey: String
    /// How long no other worker may send this message; longer than the gateway call's total deadline.
    package let lease: Duration
    /// A random number that only this worker's handling of this delivery knows.
    ///
    /// When the store's answer to a claim is lost, the worker makes the same claim again. By the token the rules see
    /// that the lease on record is the worker's own. So the worker may go on, because nothing was sent yet.
    package let token: UInt64
    /// Whether the app has an endpoint, so that the store writes events for it.
    package let tellsEvents: Bool
    /// The trace that the request came with, for those who look for the verification by it; no rule looks at it.
    package let trace: TraceID?
    /// The settings under which the worker made the claim.
    package let basis: ClaimBasis
    /// The shared limits in which this claim's send counts.
    package let sharedLimits: [SharedLimit]

    package init(
        request: VerificationRequest, rules: SendingRules, testNumber: TestNumber? = nil, codeKey: String,
        lease: Duration, token: UInt64, tellsEvents: Bool = false, judgement: BlockJudgement = .none,
        basis: ClaimBasis = .none, trace: TraceID? = nil
    ) {
        self.request = request
        switch judgement {
        case .none: (self.rules, isBlocked) = (rules, false)
        case .blocked: (self.rules, isBlocked) = (rules, true)
        case .allowed(let lifted): (self.rules, isBlocked) = (rules.lifting(lifted), false)
        }
        self.testNumber = testNumber
        self.codeKey = codeKey
        self.lease = lease
        self.token = token
        self.tellsEvents = tellsEvents
        self.basis = basis
        self.trace = trace
        sharedLimits = self.rules.sharedLimits(of: request)
    }
}
