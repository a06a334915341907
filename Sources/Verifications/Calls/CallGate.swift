import VerificationCore

/// Stands before the store, for calls for which an HTTP caller waits.
///
/// While the store is away or does not fit, a call fails at once. Without this, each call would find out by itself, in
/// its own time and with a connection of its own. What a call finds out, it tells the process.
package struct CallGate: Sendable {
    private let refusal: @Sendable () -> StoreProblem?
    private let hear: @Sendable (StoreProblem) -> Void

    /// - Parameters:
    ///   - refusal: why calls should not be made now, as far as this process knows; nil when they should.
    ///   - hear: gets the problem of each call that failed.
    package init(
        refusal: @escaping @Sendable () -> StoreProblem?, hear: @escaping @Sendable (StoreProblem) -> Void
    ) {
        (self.refusal, self.hear) = (refusal, hear)
    }

    /// Lets every call through.
    package static let open = CallGate(refusal: { nil }, hear: { _ in })

    func ask<Value: Sendable>(_ question: () async throws(StoreProblem) -> Value) async throws(StoreProblem) -> Value {
        if let problem = refusal() { throw problem }
        do {
            return try await question()
        } catch {
            hear(error)
            throw error
        }
    }
}
