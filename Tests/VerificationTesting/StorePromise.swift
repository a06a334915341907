import Testing

/// A sentence that a store keeps, and the script that proves it.
///
/// The in-memory store and the one in PostgreSQL prove the same: neither may be kinder.
package struct StorePromise: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    /// To be run on an empty store.
    package let prove: @Sendable (StoreBench) async throws -> Void

    init(_ words: String, _ prove: @escaping @Sendable (StoreBench) async throws -> Void) {
        testDescription = words
        self.prove = prove
    }
}
