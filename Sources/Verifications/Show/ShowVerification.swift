import VerificationCore

/// Returns what an id leads to, now or when something has changed.
package struct ShowVerification: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// Shows the verification as it is now.
    package func show(_ id: VerificationID, of app: App) async throws(StoreError) -> FoundVerification<Unseen> {
        try await ports.shown(try await ports.store.verification(id, of: app.id), id: id, of: app)
    }

    /// Shows the verification when its status or the status of its last message has changed.
    ///
    /// It waits for `patience` at most, and shows a verification that has ended at once. `watch` hears of the changes.
    package func show(
        _ id: VerificationID, of app: App, waiting patience: Duration, with watch: StatusWatch
    ) async throws(StoreError) -> FoundVerification<Unseen> {
        // This process reads the stamp before the first look, so that it misses no change between them.
        let stamp = try await watch.stamp(of: id)
        let shown = try await show(id, of: app)
        guard shown.mayChange else { return shown }
        await watch.change(of: id, from: stamp, within: patience)
        return try await show(id, of: app)
    }
}

extension FoundVerification<Unseen> {
    fileprivate var mayChange: Bool {
        switch self {
        case .found(let report): report.status == .pending
        case .missing(.queued): true
        case .missing(.keyReused), .missing(.expired), .missing(.unknown): false
        }
    }
}
