import Metrics
import VerificationCore

/// What a process counts that starts and checks verifications for callers, whatever surface they call.
///
/// Every counter is made once, because making one costs more than counting. Test numbers are in no statistics.
package struct VerificationMetrics: Sendable {
    private static let results = [
        "approved", "wrong", "limited", "ended", "queued", "not_found", "key_reused", "key_missing",
    ]
    private static let otherCountry = "other"
    private static let endings: [VerificationStatus] = [.approved, .maxAttemptsReached, .canceled]

    /// Made for all of some 250 countries: of a series that begins with its first call, Prometheus would miss that call.
    private let starts: [String: Counter]
    private let checks: [String: Counter]
    private let endings: [VerificationStatus: Counter]

    /// Makes its counters with `factory`, so the process must choose its metrics before.
    ///
    /// `countries`: the regions that have a series of their own; a number of any other region counts as `other`.
    package init(countries: Set<String>, factory: any MetricsFactory = MetricsSystem.factory) {
        starts = Dictionary(
            uniqueKeysWithValues: countries.union([Self.otherCountry]).map {
                ($0, Counter(label: "verifyd_starts_total", dimensions: [("country", $0)], factory: factory))
            })
        checks = Dictionary(
            uniqueKeysWithValues: Self.results.map {
                ($0, Counter(label: "verifyd_checks_total", dimensions: [("result", $0)], factory: factory))
            })
        endings = Dictionary(
            uniqueKeysWithValues: Self.endings.map {
                let labels = [("status", $0.rawValue)]
                return ($0, Counter(label: "verifyd_outcomes_total", dimensions: labels, factory: factory))
            })
    }

    /// Counts a call that has put a request on the queue.
    func countStart(to phone: PhoneNumber) { (starts[phone.region] ?? starts[Self.otherCountry])?.increment() }

    /// Counts a try of a code, and the verification if the try has ended it.
    ///
    /// A call that repeats an idempotency key counts again: it gets the first call's answer, and looks like it.
    func count(_ result: CheckResult<Unseen>, of app: App, at now: Timestamp) {
        if let report = result.report {
            guard app.testNumber(report.phone, at: now) == nil else { return }
            endings[report.status]?.increment()
        }
        checks[result.label]?.increment()
    }

    /// Counts a check that could not be decided here, because the code's key is missing.
    func countCheckWithoutKey() { checks["key_missing"]?.increment() }

    /// Counts a verification that a call has canceled, or has found canceled.
    func count(canceled shown: FoundVerification<Unseen>, of app: App, at now: Timestamp) {
        guard case .found(let report) = shown, report.status == .canceled,
            app.testNumber(report.phone, at: now) == nil
        else { return }
        endings[.canceled]?.increment()
    }
}

extension CheckResult<Unseen> {
    fileprivate var label: String {
        switch self {
        case .approved: "approved"
        case .wrong: "wrong"
        case .limited: "limited"
        case .ended, .missing(.expired): "ended"
        case .missing(.queued): "queued"
        case .missing(.unknown): "not_found"
        case .keyReused, .missing(.keyReused): "key_reused"
        }
    }

    /// Of a check that was counted.
    fileprivate var report: VerificationReport? {
        switch self {
        case .approved(let report), .wrong(let report): report
        case .limited, .ended, .keyReused, .missing: nil
        }
    }
}
