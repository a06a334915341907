import Metrics
import VerificationCore

/// What a process counts that starts and checks verifications for callers, whatever surface they call.
struct CallInstruments: Sendable {
    private static let results = [
        "approved", "wrong", "limited", "ended", "queued", "not_found", "key_reused", "key_missing",
    ]
    private static let otherCountry = "other"
    private static let endings: [VerificationStatus] = [.approved, .maxAttemptsReached, .canceled]

    /// Some 250 countries.
    private let starts: [String: Counter]
    private let checks: [String: Counter]
    private let endings: [VerificationStatus: Counter]
    private let proofs: [String: Counter]
    private let pushes: [PushResult: Counter]
    private let apps: AppInstruments

    init(countries: Set<String>, factory: any MetricsFactory) {
        apps = AppInstruments(countsStarts: true, endings: Self.endings, factory: factory)
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
        let results = AppProof.Kind.allCases.flatMap { kind in AppProof.Result.allCases.map { (kind, $0) } }
        proofs = Dictionary(
            uniqueKeysWithValues: results.map { kind, result in
                let labels = [("kind", kind.rawValue), ("result", result.rawValue)]
                let counter = Counter(label: "verifyd_app_proofs_total", dimensions: labels, factory: factory)
                return (Self.name(of: kind, as: result), counter)
            })
        pushes = Dictionary(
            uniqueKeysWithValues: PushResult.allCases.map {
                let labels = [("outcome", $0.rawValue)]
                return ($0, Counter(label: "verifyd_silent_pushes_total", dimensions: labels, factory: factory))
            })
    }

    func countStart(to phone: PhoneNumber, of app: AppID) {
        (starts[phone.region] ?? starts[Self.otherCountry])?.increment()
        apps.countStart(of: app)
    }

    /// Counts a try of a code, and the verification if the try has ended it.
    func count(_ result: CheckResult<Unseen>) {
        if let report = result.countedReport { count(endingOf: report) }
        checks[result.label]?.increment()
    }

    /// Counts that a surface has looked for a proof of the app.
    func count(_ kind: AppProof.Kind, as result: AppProof.Result) {
        proofs[Self.name(of: kind, as: result)]?.increment()
    }

    func count(_ result: PushResult) { pushes[result]?.increment() }

    private static func name(of kind: AppProof.Kind, as result: AppProof.Result) -> String {
        "\(kind.rawValue) \(result.rawValue)"
    }

    func countCheckWithoutKey() { checks["key_missing"]?.increment() }

    /// Counts a verification by its status, if a call can end it so.
    func count(endingOf report: VerificationReport) {
        endings[report.status]?.increment()
        apps.count(report.status, of: report.app)
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

    /// Of a try that was counted.
    fileprivate var countedReport: VerificationReport? {
        switch self {
        case .approved(let report), .wrong(let report): report
        case .limited, .ended, .keyReused, .missing: nil
        }
    }
}
