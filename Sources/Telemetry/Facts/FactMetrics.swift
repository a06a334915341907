import Metrics
import VerificationCore

/// Counts and times facts in the metrics of a process.
///
/// Each counter and timer is made once, because making one costs more than counting. Where the labels are known beforehand,
/// it is made before the first fact: of a series that begins with its first event, Prometheus would miss that event.
package struct FactMetrics: Sendable {
    /// What a process does; its metrics have the series of that, and no others.
    package enum Workload: Sendable {
        /// It answers callers. `countries`: the regions that have a series of their own; any other counts as `other`.
        case calls(countries: Set<String>)
        /// It handles the jobs of a queue.
        case jobs(WorkQueue)
    }

    private var calls: CallInstruments?
    private var requests: RequestInstruments?
    private var receipts: ReceiptInstruments?
    private var events: EventInstruments?
    private var deadLetters: DeadLetterInstruments?

    /// Makes its counters with `factory`, so the process must choose its metrics before.
    package init(of workload: Workload, factory: any MetricsFactory = MetricsSystem.factory) {
        switch workload {
        case .calls(let countries): calls = CallInstruments(countries: countries, factory: factory)
        case .jobs(let queue):
            deadLetters = DeadLetterInstruments(factory: factory)
            switch queue {
            case .requests: requests = RequestInstruments(factory: factory)
            case .receipts: receipts = ReceiptInstruments(factory: factory)
            case .events: events = EventInstruments(factory: factory)
            }
        }
    }

    /// Counts a fact, if the process has a series for it.
    package func hear(_ fact: Fact, at now: Timestamp) {
        guard let trace = fact.timedTrace else { return count(fact) }
        Exemplar.$trace.withValue(trace) { count(fact) }
    }

    private func count(_ fact: Fact) {
        switch fact {
        case .started(let request, _): calls?.countStart(to: request.phone, of: request.app)
        case .checked(let result, _, _, _): calls?.count(result)
        case .appVerified(let kind, let result, _): calls?.count(kind, as: result)
        case .pushed(let result, _): calls?.count(result)
        case .checkLackedKey: calls?.countCheckWithoutKey()
        case .canceled(let report, _): calls?.count(endingOf: report)
        case .decided(let verdict, let claim): requests?.count(verdict, on: claim.request)
        case .called(let call, _, _, _): requests?.gateways.count(call)
        case .failedOver(let gateway): requests?.gateways.failedOver(from: gateway)
        case .recorded(let record, _): requests?.count(record)
        case .settled(let settlement, let took):
            requests?.left(settlement, after: took)
            if case .deadLetter(let letter, _, _) = settlement { deadLetters?.count(letter.reason) }
        case .receiptSaved(let receipt, _): receipts?.count(receipt)
        case .eventHandled(let outcome, _): events?.count(outcome)
        case .turnedAway, .notQueued, .recordLost, .handled: break
        }
    }
}

extension Fact {
    /// The trace of what the fact has timed; nil without one, and for a fact that times nothing.
    ///
    /// A call's span is there only if the trace is sampled. A wait's trace is found by the dashboard's search too.
    fileprivate var timedTrace: TraceID? {
        switch self {
        case .decided(_, let claim): claim.trace
        case .called(_, _, _, let span): span?.context.traceID
        case .started, .turnedAway, .notQueued, .checked, .appVerified, .pushed, .checkLackedKey, .canceled,
            .failedOver,
            .recorded, .recordLost, .handled, .settled, .receiptSaved, .eventHandled:
            nil
        }
    }
}

/// Counts the messages that a worker dead-letters, whatever their kind.
struct DeadLetterInstruments: Sendable {
    private let counters: [DeadLetter.Reason: Counter]

    init(factory: any MetricsFactory) {
        counters = Dictionary(
            uniqueKeysWithValues: DeadLetter.Reason.allCases.map {
                let labels = [("reason", $0.rawValue)]
                return ($0, Counter(label: "verifyd_dead_letters_total", dimensions: labels, factory: factory))
            })
    }

    func count(_ reason: DeadLetter.Reason) { counters[reason]?.increment() }
}
