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
    func count(_ started: Started, to phone: PhoneNumber) {
        switch started {
        case .accepted, .answered: (starts[phone.region] ?? starts[Self.otherCountry])?.increment()
        case .repeated, .keyReused, .refused, .notQueued, .keyMissing: break
        }
    }

    /// Counts a try of a code, and the verification if the try has ended it.
    ///
    /// A call that repeats an idempotency key counts again: it gets the first call's answer, and looks like it.
    func count(_ checked: Checked, of app: App, at now: Timestamp) {
        if let report = checked.report {
            guard app.testNumber(report.phone, at: now) == nil else { return }
            endings[report.status]?.increment()
        }
        checks[checked.word]?.increment()
    }

    /// Counts a verification that a call has canceled, or has found canceled.
    func count(canceled shown: Shown, of app: App, at now: Timestamp) {
        guard case .found(let report) = shown, report.status == .canceled,
            app.testNumber(report.phone, at: now) == nil
        else { return }
        endings[.canceled]?.increment()
    }
}

extension Checked {
    fileprivate var word: String {
        switch self {
        case .approved: "approved"
        case .wrong: "wrong"
        case .limited: "limited"
        case .ended: "ended"
        case .queued: "queued"
        case .nothingFound: "not_found"
        case .keyReused, .startKeyReused: "key_reused"
        case .keyMissing: "key_missing"
        }
    }

    /// Of a check that was counted.
    fileprivate var report: VerificationReport? {
        switch self {
        case .approved(let report), .wrong(let report): report
        case .limited, .ended, .queued, .nothingFound, .keyReused, .startKeyReused, .keyMissing: nil
        }
    }
}
