import Testing

/// A promise of a store of accounts in words, and the script that proves it.
///
/// The store in memory and the store in PostgreSQL both run the script, so that the store in memory is not kinder.
package struct AccountPromise: Sendable, CustomTestStringConvertible {
    package let testDescription: String
    /// The script; the bench's projects must be empty.
    package let prove: @Sendable (AccountBench) async throws -> Void

    init(_ words: String, _ prove: @escaping @Sendable (AccountBench) async throws -> Void) {
        testDescription = words
        self.prove = prove
    }
}
