/// A worker's wish to handle one request: the request, and what the rules need besides.
package struct Claim: Sendable, Hashable {
    package let request: VerificationRequest
    package let rules: SendingRules
    /// What is promised for the number when it is one of the app's test numbers.
    package let testNumber: TestNumber?
    /// The key of the ring by which a new verification's code is made.
    package let codeKey: String
    /// How long the claim is the worker's alone; longer than the gateway call's total deadline.
    package let lease: Duration
    /// A random number that only this worker's handling of this delivery knows.
    ///
    /// When the answer to a claim was lost, the same claim is made again; by the token it finds its own lease and goes
    /// on, for nothing was sent yet.
    package let token: UInt64
    /// The shared limits that its send takes from.
    package let sharedLimits: [SharedLimit]

    package init(
        request: VerificationRequest, rules: SendingRules, testNumber: TestNumber? = nil, codeKey: String,
        lease: Duration, token: UInt64
    ) {
        self.request = request
        self.rules = rules
        self.testNumber = testNumber
        self.codeKey = codeKey
        self.lease = lease
        self.token = token
        sharedLimits = rules.sharedLimits(of: request)
    }
}
