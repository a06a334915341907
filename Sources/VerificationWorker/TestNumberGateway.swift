import VerificationCore

/// Plays the gateway for a test number: it sends nothing, and the scenario decides the outcome.
struct TestNumberGateway: SMSGateway {
    let name = "test-number"
    let honorsIdempotencyKeys = false
    let keepsDeadlines = true
    let scenario: TestNumber.Scenario?
    /// Which try of the message this is; 1 for the first.
    let tries: Int

    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        switch scenario {
        case nil, .limited: .accepted(id: nil)
        case .undelivered: .undelivered(reason: "test-number")
        case .gatewayDown: .refused(reason: "gateway-down", .byThisGateway)
        case .late: tries == 1 ? .refused(reason: "late", .forNow) : .accepted(id: nil)
        }
    }
}
