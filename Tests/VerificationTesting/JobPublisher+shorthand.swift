import VerificationCore

/// What tests publish most, in fewer words.
extension JobPublisher {
    package func publish(_ request: VerificationRequest, context: TraceContext?) async throws(QueueError) {
        try await publish(.request(request, context: context))
    }

    package func publish(_ receipts: [GatewayReceipt]) async throws(QueueError) {
        try await publish(.receipts(receipts))
    }
}
