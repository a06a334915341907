import VerificationCore

/// What limits and operators' rules held of the requests of a span.
package struct HeldRequests: Sendable, Hashable {
    package let limited: Int
    package let turnedAway: Int
    package let all: Int
    /// The span, for example `15 min`.
    package let within: String

    package init(limited: Int, turnedAway: Int, all: Int, within: String) {
        (self.limited, self.turnedAway, self.all, self.within) = (limited, turnedAway, all, within)
    }

    /// `count`: how many requests of a kind there were.
    init(within: String, _ count: (TallyKind) -> Int) {
        let (limited, turnedAway) = (count(.limited), count(.turnedAway))
        self.init(
            limited: limited, turnedAway: turnedAway, all: max(count(.started), limited) + turnedAway, within: within)
    }

    /// The same for later looks, which tell until when the requests came.
    func last(at time: Timestamp) -> HeldRequests {
        HeldRequests(
            limited: limited, turnedAway: turnedAway, all: all, within: "\(within) until \(time.timeOfDay)")
    }

    /// From 0 to 1; 0 without requests.
    var share: Double { Double(limited + turnedAway) / Double(max(all, 1)) }

    /// Whether rules do more of it than limits.
    var isByRules: Bool { turnedAway > limited }
}

extension Timestamp {
    /// For a measure, for example `03:05:20 UTC`.
    var timeOfDay: String { "\(rfc3339.dropFirst("2027-01-31T".count).prefix(8)) UTC" }
}
