import VerificationCore

/// Tells what an id leads to, now or when something has changed.
package struct ShowVerification: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// Returns at once how the verification stands.
    package func show(_ id: VerificationID, of app: App) async throws(StoreProblem) -> Shown {
        try await ports.shown(try await ports.store.verification(id, of: app.id), id, of: app)
    }

    /// Waits until the status of the verification or of its last message changes, and returns how it stands then.
    ///
    /// Returns at once when nothing can change any more, and after `patience` in any case.
    package func show(
        _ id: VerificationID, of app: App, waiting patience: Duration? = nil
    ) async throws(StoreProblem) -> Shown {
        // The stamp comes before the first look, so that no change between the two is missed.
        let stamp = try await ports.watch.stamp(of: id)
        let shown = try await look(id, app)
        guard shown.mayChange else { return shown }
        await ports.watch.change(of: id, from: stamp, within: patience)
        return try await look(id, app)
    }

    private func look(_ id: VerificationID, _ app: App) async throws(StoreProblem) -> Shown {
        try await ports.shown(try await ports.store.verification(id, of: app.id), id, of: app)
    }
}

extension Shown {
    fileprivate var mayChange: Bool {
        switch self {
        case .found(let report): report.status == .pending
        case .queued: true
        case .expired, .keyReused, .unknown, .undecidable: false
        }
    }
}
