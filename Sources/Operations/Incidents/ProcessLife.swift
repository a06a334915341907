import VerificationCore

/// Marks when a process starts to work in a role, and when it ends in order.
package struct ProcessLife: Sendable {
    /// A role whose processes mark themselves; workers have their registry, which marks them.
    package enum Role: Sendable {
        case api, dashboard, identity

        fileprivate var kinds: (start: Mark.Kind, end: Mark.Kind) {
            switch self {
            case .api: (.apiStarted, .apiEnded)
            case .dashboard: (.dashboardStarted, .dashboardEnded)
            case .identity: (.identityStarted, .identityEnded)
            }
        }
    }

    /// How long it waits at most until it tries again.
    private static let longestRest = Duration.seconds(60)

    private let store: any IncidentStore
    private let start: Mark
    private let end: Mark.Kind
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - role: what the process does.
    ///   - host: where it runs.
    ///   - version: the version of its program.
    ///   - store: where marks are kept.
    ///   - now: the store's clock, as far as this process knows it; the process starts now.
    package init(
        _ role: Role, on host: String, version: String, store: any IncidentStore,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.store, self.now, end) = (store, now, role.kinds.end)
        start = Mark(at: now(), kind: role.kinds.start, subject: host, detail: "version \(version)")
    }

    /// Runs until its task is cancelled; `pause` waits, and less long when the task is cancelled.
    ///
    /// Marks are for people, so the process works all the same when the store takes none. It tries until the start is
    /// kept, and once when it ends. `isOrderly`: whether the process stops because it was asked to. A process that fails
    /// marks no end.
    package func run(isOrderly: () -> Bool = { true }, pause: (Duration) async -> Void) async {
        var rest = Duration.seconds(1)
        while !Task.isCancelled, !(await keep(start)) {
            await pause(rest)
            rest = min(rest * 2, Self.longestRest)
        }
        while !Task.isCancelled { await pause(Self.longestRest) }
        guard isOrderly() else { return }
        let mark = Mark(at: now(), kind: end, subject: start.subject, detail: start.detail)
        // A cancelled task could not ask the store any more.
        _ = await Task { await keep(mark) }.value
    }

    private func keep(_ mark: Mark) async -> Bool {
        do {
            try await store.keep(
                IncidentReport(
                    sightings: [], holding: [], staleBefore: nil, watchedSince: mark.at, note: "", marks: [mark]))
            return true
        } catch {
            // The caller tries again.
            return false
        }
    }
}
