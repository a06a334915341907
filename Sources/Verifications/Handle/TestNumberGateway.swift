import VerificationCore

/// Plays the gateway for a test number: it sends nothing, and the scenario decides the outcome.
struct TestNumberGateway: SMSGateway {
    let name = TestNumber.gateway
    let honorsIdempotencyKeys = false
    let keepsDeadlines = true
    let reportsDelivery = true
    let scenario: TestNumber.Scenario?
    /// Which try of the message this is; 1 for the first.
    let tries: Int
    /// Where the scenario `undelivered` sends its receipt.
    let receipts: any JobPublisher

    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        switch scenario {
        case nil, .limited: .accepted(id: nil)
        case .undelivered: await undelivered(message)
        case .gatewayDown: .refused(reason: "gateway-down", .byThisGateway)
        case .late: tries == 1 ? .refused(reason: "late", .forNow) : .accepted(id: nil)
        }
    }

    /// Reports it as a provider does, by a receipt, before it accepts the message: so the receipt is never lost.
    ///
    /// When the try is repeated, the same receipt comes twice, which is harmless.
    private func undelivered(_ message: OutgoingMessage) async -> SendOutcome {
        let id = message.id.description
        let receipt = DeliveryReceipt(gatewayID: id, status: .undelivered, reason: "test-number")
        do {
            try await receipts.publish(.receipts([GatewayReceipt(gateway: name, receipt: receipt)]))
            return .accepted(id: id)
        } catch {
            // Also when the queue may have the receipt: the next try says the same.
            return .refused(reason: "queue-unavailable", .forNow)
        }
    }
}
