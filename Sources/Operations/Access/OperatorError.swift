import VerificationCore

/// Why an operator gets no answer.
package enum OperatorError: Error, Sendable, Hashable {
    /// The operator's role does not allow it.
    case forbidden(OperatorAction)
    case store(StoreError)
    case broker(BrokerError)
    /// What the person asked for is not there; the text names it, for example `queue other`.
    case nothing(String)
    /// What the person typed cannot be used; the sentence says why.
    case unusable(String)
    /// The number cannot be a test number of the app.
    case noTestNumber(TestNumberError)
}

/// Asks a store, and turns its problem into a refusal.
package func asked<Value: Sendable>(
    _ body: () async throws(StoreError) -> Value
) async throws(OperatorError) -> Value {
    do { return try await body() } catch { throw .store(error) }
}

/// Asks the broker, and turns its problem into a refusal.
package func askedBroker<Value: Sendable>(
    _ body: () async throws(BrokerError) -> Value
) async throws(OperatorError) -> Value {
    do { return try await body() } catch { throw .broker(error) }
}
