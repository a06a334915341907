import VerificationCore

/// Asks a store, and turns its problem into a refusal.
package func asked<Value: Sendable>(
    _ body: () async throws(StoreProblem) -> Value
) async throws(OperatorProblem) -> Value {
    do { return try await body() } catch { throw .store(error) }
}

/// Asks the broker, and turns its problem into a refusal.
package func askedBroker<Value: Sendable>(
    _ body: () async throws(BrokerProblem) -> Value
) async throws(OperatorProblem) -> Value {
    do { return try await body() } catch { throw .broker(error) }
}
