import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StrictJSON

/// Whether a process can do its work now, or a part of it.
///
/// A report is good for `freshFor`, usually a second, so a flood of probes runs the checks at most once a second. A
/// probe that comes while the checks run waits for their report.
package actor Readiness {
    /// What the checks found.
    package struct Report: Sendable, Equatable {
        /// The status of the whole report.
        package enum Status: String, Sendable {
            case ok
            /// A check failed, and the process does the part of its work that does not depend on it.
            case degraded
            /// The process should get no work.
            case failed
        }

        package let status: Status
        /// All checks, in the order in which `Readiness` got them.
        package let checks: [Check]

        /// A check and its answer.
        package struct Check: Sendable, Equatable {
            package let name: String
            package let isWell: Bool
            /// What the page says of it, for example `ok`.
            package let status: String
        }
    }

    private let checks: [ReadinessCheck]
    private let needs: [Set<String>]
    private let freshFor: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private var last: (report: Report, at: ContinuousClock.Instant)?
    private var underWay: Task<Report, Never>?

    /// - Parameters:
    ///   - checks: What the process depends on.
    ///   - needs: Sets of check names. The process is ready while at least one check of each set is well; without a
    ///     set it is always ready.
    ///   - freshFor: How long a report is good.
    ///   - now: The clock that measures `freshFor`.
    package init(
        _ checks: [ReadinessCheck] = [], needs: [Set<String>] = [], freshFor: Duration = .seconds(1),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.checks = checks
        self.needs = needs
        self.freshFor = freshFor
        self.now = now
    }

    /// Returns the last report if it is younger than `freshFor`; otherwise runs the checks.
    package func report() async -> Report {
        if let last, now() - last.at < freshFor { return last.report }
        if let underWay { return await underWay.value }
        let task = Task { await Self.run(checks, needs: needs) }
        underWay = task
        let report = await task.value
        last = (report, now())
        underWay = nil
        return report
    }

    private static func answer(_ check: ReadinessCheck, isWell: Bool) -> Report.Check {
        Report.Check(name: check.name, isWell: isWell, status: isWell ? check.wellStatus() : check.failedStatus())
    }

    /// Runs all checks side by side, so that the report takes as long as the slowest check.
    private static func run(_ checks: [ReadinessCheck], needs: [Set<String>]) async -> Report {
        let well = await withTaskGroup(of: String?.self) { group in
            for check in checks { group.addTask { await check.isWell() ? check.name : nil } }
            return await group.reduce(into: Set<String>()) { well, name in if let name { well.insert(name) } }
        }
        let isReady = needs.allSatisfy { !$0.isDisjoint(with: well) }
        let isWhole = checks.allSatisfy { well.contains($0.name) }
        return Report(
            status: !isReady ? .failed : isWhole ? .ok : .degraded,
            checks: checks.map { Self.answer($0, isWell: well.contains($0.name)) })
    }
}

/// What load balancers, Prometheus and the service manager learn from a process.
package struct Health: Sendable {
    package let readiness: Readiness
    /// Whether the process has done everything that must come before its first request.
    package let hasStarted: @Sendable () -> Bool
    /// The text of `/metrics`: in OpenMetrics where the scraper takes it, and otherwise in Prometheus' older format.
    package let metricsText: @Sendable (_ isOpenMetrics: Bool) async -> [UInt8]

    package init(
        readiness: Readiness = Readiness(), hasStarted: @escaping @Sendable () -> Bool = { true },
        metricsText: @escaping @Sendable (_ isOpenMetrics: Bool) async -> [UInt8] = { _ in [] }
    ) {
        self.readiness = readiness
        self.hasStarted = hasStarted
        self.metricsText = metricsText
    }

    /// The operator's pages: `/livez`, `/readyz`, `/startupz` and `/metrics`.
    package func surface(logger: Logger) -> Surface {
        Surface(
            [
                Route(.get, at: "/livez", to: LivenessPage()),
                Route(.get, at: "/readyz", to: ReadinessPage(readiness)),
                Route(.get, at: "/startupz", to: StartupPage(hasStarted)),
                Route(.get, at: "/metrics", to: MetricsPage(metricsText)),
            ], logger: logger)
    }
}

/// `GET /readyz`: shows all checks and their answers, with `503` while the process should get no work.
package struct ReadinessPage: HTTPResponder {
    private let readiness: Readiness

    package init(_ readiness: Readiness) { self.readiness = readiness }

    package func respond(to request: Request, context: CallContext) async throws -> Response {
        let report = await readiness.report()
        return .json(report.status == .failed ? .serviceUnavailable : .ok) { json in
            json.member("status", is: report.status.rawValue)
            json.memberObject("checks") { json in
                for check in report.checks { json.member(check.name, is: check.status) }
            }
        }
    }
}

/// `GET /startupz`: answers `503` until the process has done everything that must come before its first request.
struct StartupPage: HTTPResponder {
    private let hasStarted: @Sendable () -> Bool

    init(_ hasStarted: @escaping @Sendable () -> Bool) { self.hasStarted = hasStarted }

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let started = hasStarted()
        return .json(started ? .ok : .serviceUnavailable) { $0.member("status", is: started ? "ok" : "starting") }
    }
}

/// `GET /metrics`: the process's metrics for Prometheus, with exemplars where it takes OpenMetrics.
struct MetricsPage: HTTPResponder {
    private static let openMetrics = "application/openmetrics-text"

    private let text: @Sendable (_ isOpenMetrics: Bool) async -> [UInt8]

    init(_ text: @escaping @Sendable (_ isOpenMetrics: Bool) async -> [UInt8]) { self.text = text }

    func respond(to request: Request, context: CallContext) async throws -> Response {
        let isOpen = request.headers[values: .accept].contains { $0.lowercased().contains(Self.openMetrics) }
        let type = isOpen ? "\(Self.openMetrics); version=1.0.0" : "text/plain; version=0.0.4"
        return Response(
            status: .ok, headers: [.contentType: "\(type); charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: await text(isOpen))))
    }
}
