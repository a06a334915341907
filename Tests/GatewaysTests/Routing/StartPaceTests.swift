import Testing
import VerificationTesting

@testable import Gateways

@Suite("A worker's part of a shared pace")
struct StartPaceTests {
    private let origin = SteppingClock().now

    @Test("is not used before a new worker has settled, even when the other workers leave meanwhile")
    func settling() {
        var pace = sharedPace()
        pace.follow(.seconds(1), isAlone: false, askedAt: at(0), now: at(0))
        pace.follow(.milliseconds(100), isAlone: true, askedAt: at(1_000), now: at(1_000))
        pace.follow(.milliseconds(100), isAlone: true, askedAt: at(2_000), now: at(2_000))
        let looks = [2_000, 2_100, 2_999, 3_000].map { moment in pace.isTime(at(moment)) }
        #expect(looks == [false, false, false, true])
    }

    @Test("begins anew when it grows: what a larger part would have begun earlier is not made up for")
    func growing() {
        var pace = sharedPace()
        pace.follow(.milliseconds(500), isAlone: true, askedAt: at(0), now: at(0))
        pace.start(at(0), wasWaiting: true)
        pace.start(at(500), wasWaiting: true)
        pace.follow(.milliseconds(200), isAlone: true, askedAt: at(100), now: at(100))
        let begins = pace.isTime(at(1_100))
        pace.start(at(1_100), wasWaiting: true)
        let looks = [1_299, 1_300].map { moment in pace.isTime(at(moment)) }
        #expect(begins && looks == [false, true])
    }

    @Test("calls that were admitted during a stall begin at the pace, and nobody is admitted until they have")
    func stall() {
        var pace = StartPace(interval: .milliseconds(100), start: origin)
        for tenth in 0..<10 { pace.start(at(tenth * 100), wasWaiting: false) }
        let moments = (0..<10).map { _ in origin.duration(to: pace.call(at(1_000))) }
        #expect(moments == (0..<10).map { .milliseconds(990 + $0 * 100) })
        let looks = [1_800, 1_890].map { moment in pace.isTime(at(moment)) }
        #expect(looks == [false, true])
    }

    @Test("without a stall a call begins when it was admitted")
    func noStall() {
        var pace = StartPace(interval: .milliseconds(100), start: origin)
        for moment in [0, 100, 203, 300] {
            pace.start(at(moment), wasWaiting: true)
            #expect(pace.call(at(moment + 3)) <= at(moment + 3))
        }
    }

    private func sharedPace() -> StartPace<SteppingClock.Instant> {
        var pace = StartPace(interval: .milliseconds(100), start: origin)
        pace.share()
        return pace
    }

    private func at(_ milliseconds: Int) -> SteppingClock.Instant {
        origin.advanced(by: .milliseconds(milliseconds))
    }
}
