import VerificationCore

/// Serves a test number: nothing is sent, and its scenario decides what is said of it.
struct TestNumberGateway: SMSGateway {
    let name = "test-number"
    let honorsIdempotencyKeys = false
    let keepsDeadlines = true
    let scenario: TestNumber.Scenario?
    /// Of the message; 1 for the first.
    let tries: Int

    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        switch scenario {
        case nil, .limited: .accepted(id: nil)
        case .undelivered: .undelivered(reason: "test-number")
        case .gatewayDown: .refused(reason: "gateway-down", mayRetry: false)
        case .late: tries == 1 ? .refused(reason: "late", mayRetry: true) : .accepted(id: nil)
        }
    }
}
