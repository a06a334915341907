/// How many requests a load makes at which time: a rate that stays the same, or goes up and down.
package struct LoadProfile: Sendable, Hashable {
    /// A part of a load, in which the rate goes evenly from one value to another.
    package struct Stage: Sendable, Hashable {
        package let duration: Duration
        /// Requests per second at the stage's beginning.
        package let from: Double
        /// Requests per second at its end.
        package let to: Double

        package init(_ duration: Duration, from: Double, to: Double) {
            self.duration = duration
            self.from = from
            self.to = to
        }

        var seconds: Double { duration / .seconds(1) }
        var requests: Double { (from + to) / 2 * seconds }
    }

    package let stages: [Stage]

    package init(_ stages: [Stage]) {
        self.stages = stages
    }

    /// The same rate all the time.
    package static func steady(_ rate: Double, for duration: Duration) -> LoadProfile {
        LoadProfile([Stage(duration, from: rate, to: rate)])
    }

    /// Quiet, a rise, a peak, a fall, and quiet again; the two quiet parts and the peak last as long as each other.
    package static func spike(base: Double, peak: Double, ramp: Duration, hold: Duration) -> LoadProfile {
        LoadProfile([
            Stage(hold, from: base, to: base), Stage(ramp, from: base, to: peak), Stage(hold, from: peak, to: peak),
            Stage(ramp, from: peak, to: base), Stage(hold, from: base, to: base),
        ])
    }

    /// How long it lasts.
    package var duration: Duration { stages.reduce(.zero) { $0 + $1.duration } }

    /// How many requests it has.
    package var count: Int { Instants.count(upTo: stages.reduce(0) { $0 + $1.requests }) }

    /// The highest rate, in requests per second.
    package var highest: Double { stages.map { max($0.from, $0.to) }.max() ?? 0 }

    /// The intended rate at a time after the start; zero after the end.
    package func rate(at seconds: Double) -> Double {
        var rest = seconds
        for stage in stages where stage.seconds > 0 {
            if rest < stage.seconds { return stage.from + (stage.to - stage.from) * rest / stage.seconds }
            rest -= stage.seconds
        }
        return 0
    }

    /// When each request is due, counted from the start, in order.
    ///
    /// The times depend on the profile alone. So a slow answer moves no request, and a pause is seen by all requests
    /// that fall into it.
    package var instants: Instants { Instants(stages) }
}

extension LoadProfile {
    /// The times at which a profile's requests are due.
    package struct Instants: Sequence, IteratorProtocol, Sendable {
        private let stages: [Stage]
        private let last: Int
        private var number = 0
        private var stage = 0
        /// When the present stage begins, in seconds, and how many requests come before it.
        private var (begin, before) = (0.0, 0.0)

        init(_ stages: [Stage]) {
            self.stages = stages
            last = Self.count(upTo: stages.reduce(0) { $0 + $1.requests })
        }

        /// So many requests have numbers, counted from 0, below a sum that may have a rounding error.
        static func count(upTo sum: Double) -> Int { Int((sum - 1e-6).rounded(.up)) }

        package mutating func next() -> Duration? {
            guard number < last else { return nil }
            while stage < stages.count - 1, Double(number) > before + stages[stage].requests - 1e-6 {
                before += stages[stage].requests
                begin += stages[stage].seconds
                stage += 1
            }
            let time = begin + Self.time(until: Swift.max(0, Double(number) - before), in: stages[stage])
            number += 1
            return .nanoseconds(Int64(time * 1e9))
        }

        /// The seconds from a stage's beginning until so many of its requests have been due.
        ///
        /// After t seconds from·t + (to − from)·t²/2d requests were due. Solved for t in the form that also holds for
        /// an even rate.
        private static func time(until requests: Double, in stage: Stage) -> Double {
            guard requests > 0, stage.seconds > 0 else { return 0 }
            let growth = (stage.to - stage.from) / stage.seconds
            let root = Swift.max(0, stage.from * stage.from + 2 * growth * requests).squareRoot()
            return Swift.min(stage.seconds, 2 * requests / (stage.from + root))
        }
    }
}
