import VerificationCore

/// Tells what an id leads to, now or when something is new.
package struct ShowVerification: Sendable {
    private let ports: VerificationPorts

    package init(_ ports: VerificationPorts) {
        self.ports = ports
    }

    /// How it stands now.
    package func show(_ id: VerificationID, of app: App) async throws(StoreProblem) -> Shown {
        try await ports.shown(try await ports.reader.verification(id, of: app.id), id, of: app)
    }

    /// The same when the status of the verification, or of its last message, is another than it was when the call came.
    ///
    /// At once where it has ended; after `patience` in any case.
    package func show(
        _ id: VerificationID, of app: App, waiting patience: Duration
    ) async throws(StoreProblem) -> Shown {
        // Before the first look, so that nothing is missed that happens between the two.
        let stamp = try await ports.watch.stamp(of: id)
        let shown = try await show(id, of: app)
        guard shown.mayChange else { return shown }
        await ports.watch.change(of: id, from: stamp, within: patience)
        return try await show(id, of: app)
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
