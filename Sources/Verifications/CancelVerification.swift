import VerificationCore

/// Ends a verification; an ended verification stays as it is.
package struct CancelVerification: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// Returns how the verification stands afterwards.
    ///
    /// A request that no worker has seen stays `queued`: it cannot be taken off the queue.
    package func cancel(_ id: VerificationID, of app: App) async throws(StoreProblem) -> Shown {
        try await ports.shown(try await ports.canceller.cancel(id, of: app.id), id, of: app)
    }
}
