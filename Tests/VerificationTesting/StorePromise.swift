import Testing

/// A promise of a store in words, and the script that proves it.
///
/// The store in memory and the store in PostgreSQL both run the script, so that the store in memory is not kinder.
package struct StorePromise: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    /// The script; the bench's store must be empty.
    package let prove: @Sendable (StoreBench) async throws -> Void

    init(_ words: String, _ prove: @escaping @Sendable (StoreBench) async throws -> Void) {
        testDescription = words
        self.prove = prove
    }
}
