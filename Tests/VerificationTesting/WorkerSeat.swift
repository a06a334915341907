import VerificationCore

/// A worker's way to the registry.
package struct WorkerSeat: Sendable {
    let registry: any WorkerRegistry
    /// The worker's id.
    let worker: UInt64

    package init(_ registry: any WorkerRegistry, worker: UInt64) { (self.registry, self.worker) = (registry, worker) }

    @discardableResult
    package func exchange(_ update: WorkerUpdate) async throws(StoreError) -> RegistryStatus {
        try await registry.exchange(update, of: worker)
    }
}
