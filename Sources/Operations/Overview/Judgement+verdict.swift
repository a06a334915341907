import VerificationCore

extension Judgement {
    /// What every place says first: the header and the title of pages, the overview, its JSON, the terminal and the
    /// metric.
    package enum Verdict: String, Sendable, CaseIterable {
        case fine = "OK"
        case degraded = "DEGRADED"
        case down = "DOWN"
        /// Nothing is known to be wrong, and a part could not be looked at.
        case unknown = "UNKNOWN"

        /// As the metric has it, and as `verifyd status` ends.
        package var number: Int {
            switch self {
            case .fine: 0
            case .degraded: 1
            case .down: 2
            case .unknown: 3
            }
        }
    }

    /// A part that gave no answer, although no rule says so.
    package struct UnknownPart: Sendable, Hashable {
        package let name: String
        package let trouble: String
    }

    /// The level, as far as everything could be looked at.
    package var verdict: Verdict {
        switch level {
        case .fine: unknown.isEmpty ? .fine : .unknown
        case .degraded: .degraded
        case .down: .down
        }
    }

    /// What is said where no finding counts.
    package var calm: String {
        guard unknown.isEmpty else { return "Nothing is known to be wrong, but not everything could be looked at." }
        if !acknowledged.isEmpty { return "Nothing but what is acknowledged" }
        return isCatchingUp ? "No fault is known, and some people still wait for their codes" : "All systems normal"
    }
}

extension Situation {
    /// The parts that could not be looked at.
    ///
    /// A database or a broker that is away is a finding, and then nothing of its parts is known.
    var unknownParts: [Judgement.UnknownPart] {
        let gaps = (counts.current?.gaps ?? []).map { ("counts of \($0.part)", Optional($0.trouble)) }
        let inDatabase = [("workers", workers.trouble), ("counts", counts.trouble)] + gaps
        let atBroker = [("whether the broker takes messages", broker.trouble)]
        let parts = (gateways.current == nil ? [] : inDatabase) + (queues.current == nil ? [] : atBroker)
        return parts.compactMap { name, trouble in
            trouble.map { Judgement.UnknownPart(name: name, trouble: $0) }
        }
    }
}
