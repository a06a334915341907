import VerificationCore

/// What tests publish most, in fewer words.
extension JobPublisher {
    package func publish(_ request: VerificationRequest, context: TraceContext?) async throws(QueueProblem) {
        try await publish(.request(request, context: context))
    }

    package func publish(_ receipts: [GatewayReceipt]) async throws(QueueProblem) {
        try await publish(.receipts(receipts))
    }
}
