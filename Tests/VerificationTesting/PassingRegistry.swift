import VerificationCore

/// A registry that passes on to another what it does not answer by itself, for tests that spoil some calls.
package protocol PassingRegistry: WorkerRegistry {
    /// The registry that answers.
    var next: InMemoryWorld { get }
}

extension PassingRegistry {
    package func exchange(_ update: WorkerUpdate, of worker: UInt64) async throws(StoreError) -> RegistryStatus {
        try await next.exchange(update, of: worker)
    }

    package func leave(_ worker: UInt64) async throws(StoreError) { next.leave(worker) }

    package func workforce() async throws(StoreError) -> Workforce { try await next.workforce() }

    package func setWeight(_ weight: Int?, of gateway: String) async throws(StoreError) {
        try await next.setWeight(weight, of: gateway)
    }

    package func turn(_ gateway: String, isOff: Bool) async throws(StoreError) {
        try await next.turn(gateway, isOff: isOff)
    }

    package func gateways() async throws(StoreError) -> GatewayOverview { try await next.gateways() }

    package func pause(
        _ queue: WorkQueue, by who: String, because reason: String, lasting duration: Duration?
    ) async throws(StoreError) -> (pause: QueuePause, isNew: Bool) {
        try await next.pause(queue, by: who, because: reason, lasting: duration)
    }

    package func settlePauses() async throws(StoreError) { try await next.settlePauses() }

    package func resume(_ queue: WorkQueue) async throws(StoreError) -> QueuePause? { try await next.resume(queue) }
}
