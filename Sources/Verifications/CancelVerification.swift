import VerificationCore

/// Ends a verification; one that has ended stays as it is.
package struct CancelVerification: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// How it stands afterwards; a request that is `queued` cannot be taken back, and stays there.
    package func cancel(_ id: VerificationID, of app: App) async throws(StoreProblem) -> Shown {
        try await ports.shown(try await ports.canceller.cancel(id, of: app.id), id, of: app)
    }
}
