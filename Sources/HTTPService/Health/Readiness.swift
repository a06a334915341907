/// Whether a process can do anything of its work now.
///
/// The checks are asked at most once a second, however many ask for the answer: a flood of probes costs nobody
/// anything. Who asks meanwhile gets the last answer, and who asks while the checks are being asked gets the one to come.
package actor Readiness {
    /// What the checks came to.
    package struct Report: Sendable, Equatable {
        /// In one word.
        package enum Status: String, Sendable {
            case ok
            /// Something is away, and the process serves without it what it can.
            case degraded
            /// The process should get no work.
            case failed
        }

        package let status: Status
        /// Each check and whether it was well, in the checks' order.
        package let checks: [Check]

        /// One check and its answer.
        package struct Check: Sendable, Equatable {
            package let name: String
            package let isWell: Bool
        }
    }

    private let checks: [ReadinessCheck]
    private let needs: [Set<String>]
    private let freshFor: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private var last: (report: Report, at: ContinuousClock.Instant)?
    private var asking: Task<Report, Never>?

    /// - Parameters:
    ///   - checks: What the process depends on.
    ///   - needs: Names of checks; of each set one at least has to be well. With none of it the process is always ready.
    ///   - freshFor: How long an answer is good for everybody.
    ///   - now: The clock by which that is measured.
    package init(
        _ checks: [ReadinessCheck] = [], needs: [Set<String>] = [], freshFor: Duration = .seconds(1),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.checks = checks
        self.needs = needs
        self.freshFor = freshFor
        self.now = now
    }

    /// At most `freshFor` old.
    package func report() async -> Report {
        if let last, now() - last.at < freshFor { return last.report }
        if let asking { return await asking.value }
        let task = Task { await Self.ask(checks, needs) }
        asking = task
        let report = await task.value
        last = (report, now())
        asking = nil
        return report
    }

    /// Asks all at once, so that the slowest alone decides how long it takes.
    private static func ask(_ checks: [ReadinessCheck], _ needs: [Set<String>]) async -> Report {
        let well = await withTaskGroup(of: String?.self) { group in
            for check in checks { group.addTask { await check.isWell() ? check.name : nil } }
            return await group.reduce(into: Set<String>()) { well, name in if let name { well.insert(name) } }
        }
        let isReady = needs.allSatisfy { !$0.isDisjoint(with: well) }
        let isWhole = checks.allSatisfy { well.contains($0.name) }
        return Report(
            status: !isReady ? .failed : isWhole ? .ok : .degraded,
            checks: checks.map { Report.Check(name: $0.name, isWell: well.contains($0.name)) })
    }
}
