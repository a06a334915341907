import Dispatch
import Testing

@testable import ConnectionSupport

@Suite("Durations and moments for Dispatch")
struct DispatchTimeTests {
    @Test(
        "a span keeps its nanoseconds, and the longest that Dispatch can say stands for longer ones",
        arguments: [
            (Duration.zero, DispatchTimeInterval.nanoseconds(0)),
            (.milliseconds(1_500), .nanoseconds(1_500_000_000)),
            (.nanoseconds(7), .nanoseconds(7)),
            (.milliseconds(-1_500), .nanoseconds(-1_500_000_000)),
            (.seconds(Int64.max), .nanoseconds(.max)),
            (.seconds(Int64.min), .nanoseconds(.min)),
        ])
    func spans(span: Duration, interval: DispatchTimeInterval) {
        #expect(span.timeInterval == interval)
    }

    @Test("a moment that has passed is now, and a later one is as far away as it was")
    func moments() {
        let before = DispatchTime.now()
        let past = DispatchTime.at(.now - .seconds(60))
        let next = DispatchTime.at(.now + .seconds(60))
        let after = DispatchTime.now()
        #expect(before <= past && past <= after)
        #expect(next > before + .seconds(59) && next <= after + .seconds(60))
    }
}
