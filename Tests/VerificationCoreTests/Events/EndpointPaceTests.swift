import Testing
import VerificationCore

@Suite("The pace of an endpoint")
struct EndpointPaceTests {
    private let schedule = EventSchedule()
    private let start = Timestamp(seconds: 1_000_000)

    /// A pace of 2 events a second: 8 calls of 4 s side by side.
    private var pace: EndpointPace {
        var pace = EndpointPace()
        for _ in 1...100 { pace.note(.seconds(4)) }
        return pace
    }

    @Test("follows the calls, and takes an endpoint for a slow one until it has answered")
    func mean() {
        var pace = EndpointPace()
        #expect(pace.span(of: 8, calls: 8) == .seconds(1) && pace.span(of: 3, calls: 0) == .seconds(3))
        for _ in 1...100 { pace.note(.milliseconds(80)) }
        let span = pace.span(of: 100, calls: 8)
        #expect(span > .milliseconds(900) && span < .milliseconds(1_100))
    }

    @Test("a backlog spreads over the pauses: in each, as many events as are taken until the next pause is over")
    func spreads() {
        var pace = pace
        var counts: [Duration: Int] = [:]
        for _ in 1...10_000 { counts[pace.pause(in: schedule, calls: 8, at: start), default: 0] += 1 }
        for (pause, events) in [(5, 60), (30, 240), (120, 1_200), (600, 7_200), (3_600, 1_300)] {
            #expect(abs((counts[.seconds(pause)] ?? 0) - events) <= 5, "\(pause) s")
        }
        #expect(!pace.isFree(at: start))
    }

    @Test("a pause has room again as time goes on, and nothing is remembered for ever")
    func forgets() {
        var pace = pace
        // A few more than 60, because a moving mean comes close to 4 s and stays below.
        for _ in 1...62 { _ = pace.pause(in: schedule, calls: 8, at: start) }
        #expect(pace.pause(in: schedule, calls: 8, at: start) == .seconds(30))
        #expect(pace.pause(in: schedule, calls: 8, at: start + .seconds(2)) == .seconds(5))
        #expect(pace.isFree(at: start + .seconds(40)))
        #expect(pace.pause(in: EventSchedule([.seconds(9)]), calls: 8, at: start) == .seconds(9))
    }
}
