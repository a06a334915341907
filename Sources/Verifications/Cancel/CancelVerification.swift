import VerificationCore

/// Ends a verification; a verification that has ended stays as it is.
package struct CancelVerification: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// Returns how the verification stands afterwards.
    ///
    /// A request that is still `queued` stays in the queue, so a worker may send its message later.
    package func cancel(_ id: VerificationID, of app: App) async throws(StoreError) -> FoundVerification<Unseen> {
        let found = try await ports.gate.ask { () throws(StoreError) in
            try await ports.store.cancel(id, of: app.id, tellsEvents: app.endpoint != nil)
        }
        let shown = try await ports.shown(found, id: id, of: app)
        if case .found(let report) = shown, report.status == .canceled {
            let now = ports.now()
            let isTestNumber = app.testNumber(report.phone, at: now) != nil
            ports.facts.tell(.canceled(report, isTestNumber: isTestNumber), at: now)
        }
        return shown
    }
}
