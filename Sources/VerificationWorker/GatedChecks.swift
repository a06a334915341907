import VerificationCore

/// Asks the gate before the store, for calls for which an HTTP caller waits.
///
/// While the store is away or does not fit, a call fails at once. Without this, each call would find out by itself, in
/// its own time and with a connection of its own. What a call finds out, it tells the gate.
package struct GatedChecks: CheckStore, VerificationCanceller {
    private let store: any CheckStore & VerificationCanceller
    private let gate: StoreGate

    package init(_ store: any CheckStore & VerificationCanceller, behind gate: StoreGate) {
        (self.store, self.gate) = (store, gate)
    }

    package func check(_ attempt: CheckAttempt) async throws(StoreProblem) -> CheckVerdict {
        try await gated { () throws(StoreProblem) in try await store.check(attempt) }
    }

    package func cancel(
        _ id: VerificationID, of app: AppID, tellsEvents: Bool
    ) async throws(StoreProblem) -> FoundVerification {
        try await gated { () throws(StoreProblem) in try await store.cancel(id, of: app, tellsEvents: tellsEvents) }
    }

    private func gated<Value: Sendable>(
        _ call: () async throws(StoreProblem) -> Value
    ) async throws(StoreProblem) -> Value {
        if let refusal = gate.refusal { throw refusal }
        do {
            return try await call()
        } catch {
            gate.hear(of: error)
            throw error
        }
    }
}
