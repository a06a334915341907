import Metrics
import VerificationCore

/// Counts the messages that a worker dead-letters, whatever their kind.
struct DeadLetterCounters: Sendable {
    private let counters = Dictionary(
        uniqueKeysWithValues: DeadLetter.Reason.allCases.map {
            ($0, Counter(label: "verifyd_dead_letters_total", dimensions: [("reason", $0.rawValue)]))
        })

    func count(_ reason: DeadLetter.Reason) { counters[reason]?.increment() }
}
