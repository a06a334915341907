import Histogram

/// What a load has found of one stage.
package struct StageReport: Sendable {
    package let tally: StageTally
    /// From the first request's time to the last one's.
    package let sending: Duration
    /// From the last request's time until all has happened, or was waited for in vain.
    package let waiting: Duration

    package init(_ tally: StageTally, sending: Duration, waiting: Duration) {
        self.tally = tally
        self.sending = sending
        self.waiting = waiting
    }

    package var stage: JourneyStage { tally.stage }

    /// How often it should happen, each second.
    package var rate: Double { Self.perSecond(tally.asked, in: sending) }
    /// How often it has happened, each second, the wait at the end included.
    package var throughput: Double { Self.perSecond(tally.done, in: sending + waiting) }
    /// The share that has happened, from 0 to 1; 0 when nothing was asked.
    package var success: Double { tally.asked == 0 ? 0 : Double(tally.done) / Double(tally.asked) }

    /// Milliseconds that `percentile` percent did not exceed.
    package func milliseconds(_ percentile: Double) -> Double {
        tally.done == 0 ? 0 : tally.latency.milliseconds(percentile)
    }

    package var least: Double { Double(tally.latency.min) / 1_000 }
    package var mean: Double { tally.latency.mean / 1_000 }

    /// The distribution in HdrHistogram's text form, in milliseconds, as its plotter reads it.
    package var percentileText: String {
        var text = ""
        tally.latency.outputPercentileDistribution(to: &text, outputValueUnitScalingRatio: 1_000)
        return text
    }

    private static func perSecond(_ count: Int, in time: Duration) -> Double {
        time > .zero ? Double(count) / (time / .seconds(1)) : 0
    }
}
