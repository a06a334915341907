/// When a breaker opens, how long it stays open, and when it closes.
package struct BreakerRules: Sendable, Hashable {
    /// It opens when this many calls or more ended within 10 seconds, and half of them failed.
    package var leastCalls = 10
    /// With fewer calls than `leastCalls` in 10 seconds, it opens after this many failures without a success between.
    package var failuresInRow = 5
    /// A call that takes longer has failed, whatever the answer.
    package var slowCall: Duration = .seconds(5)
    /// How long it stays open for the first time; each opening soon after another doubles the time.
    package var firstPause: Duration = .seconds(2)
    package var longestPause: Duration = .seconds(60)
    /// How many trial calls in a row must succeed before it closes.
    package var trialsToClose = 3
    /// How long a gateway is held that is too busy and does not say for how long; each hold after another doubles it.
    package var firstHold: Duration = .seconds(1)
    package var longestHold: Duration = .seconds(30)
    /// A provider that says for how long it is too busy is believed up to this time.
    package var longestToldHold: Duration = .seconds(300)
    /// Messages wait for the end of a hold that is not longer; during a longer hold the gateway is away.
    package var patience: Duration = .seconds(5)

    package init() {}
}
