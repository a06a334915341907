import Metrics
import Synchronization
import VerificationCore

/// Counts by app what a process starts and ends, so that an app that fares ill is seen among the others.
///
/// An app's counters are made at its first fact, all at once, so that Prometheus sees each rise from 0.
final class AppInstruments: Sendable {
    private struct Instruments: Sendable {
        let starts: Counter?
        let endings: [VerificationStatus: Counter]
    }

    private let countsStarts: Bool
    private let endings: [VerificationStatus]
    private let factory: any MetricsFactory
    private let known = Mutex<[AppID: Instruments]>([:])
    /// Of all apps beyond the known.
    private let others = Mutex<Instruments?>(nil)

    /// - Parameters:
    ///   - countsStarts: Whether this process takes calls.
    ///   - endings: The statuses by which it ends verifications.
    ///   - factory: Makes the counters.
    init(countsStarts: Bool, endings: [VerificationStatus], factory: any MetricsFactory) {
        (self.countsStarts, self.endings, self.factory) = (countsStarts, endings, factory)
    }

    func countStart(of app: AppID) { instruments(of: app).starts?.increment() }

    /// Counts a verification that has ended; another status only makes the app's series known.
    func count(_ status: VerificationStatus?, of app: AppID) {
        let instruments = instruments(of: app)
        if let status { instruments.endings[status]?.increment() }
    }

    private func instruments(of app: AppID) -> Instruments {
        let own = known.withLock { known -> Instruments? in
            if let instruments = known[app] { return instruments }
            guard known.count < MetricHelp.mostApps else { return nil }
            let instruments = make(app.name)
            known[app] = instruments
            return instruments
        }
        return own
            ?? others.withLock { others in
                let instruments = others ?? make("other")
                others = instruments
                return instruments
            }
    }

    private func make(_ app: String) -> Instruments {
        let endings = endings.map { status in
            let labels = [("app", app), ("status", status.rawValue)]
            return (status, Counter(label: "verifyd_app_outcomes_total", dimensions: labels, factory: factory))
        }
        return Instruments(
            starts: countsStarts
                ? Counter(label: "verifyd_app_starts_total", dimensions: [("app", app)], factory: factory) : nil,
            endings: Dictionary(uniqueKeysWithValues: endings))
    }
}
