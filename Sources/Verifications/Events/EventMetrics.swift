import Metrics
import VerificationCore

/// What a worker counts of events; every counter is made once.
struct EventMetrics: Sendable {
    /// What became of an event on its way to its app.
    enum Outcome: String, Sendable, CaseIterable {
        /// The endpoint took it.
        case told
        /// A call failed, and the event is tried again later.
        case failed
        /// It was put off without a call.
        case putOff = "put_off"
        case gone, tooOld = "too_old", noEndpoint = "no_endpoint", unreadable

        init(_ reason: EventSchedule.Reason) {
            self =
                switch reason {
                case .gone: .gone
                case .tooOld: .tooOld
                case .noEndpoint: .noEndpoint
                case .unreadable: .unreadable
                }
        }
    }

    private let outcomes = Dictionary(
        uniqueKeysWithValues: Outcome.allCases.map {
            ($0, Counter(label: "verifyd_events_total", dimensions: [("outcome", $0.rawValue)]))
        })

    func count(_ outcome: Outcome) { outcomes[outcome]?.increment() }
}
