import Store
import Testing
import VerificationCore

@Suite("The database's clock, as a process knows it")
struct StoreClockTests {
    private let start = ContinuousClock.now
    private let host = Timestamp(seconds: 1_000_000)

    @Test("as long as the database has told nothing, the host's clock is believed")
    func unknown() {
        let clock = StoreClock(host: { host })
        #expect(clock.now == host && clock.offset == nil)
    }

    @Test("a host eleven minutes slow or fast stamps the database's time", arguments: [-660, 660])
    func wrongHost(_ seconds: Int64) {
        let truth = host + .seconds(-seconds)
        let clock = StoreClock(host: { host })
        clock.learn(truth, askedAt: .now, answeredAt: .now)
        #expect(clock.now >= truth && clock.now < truth + .seconds(60))
        #expect(clock.offset.map { $0 >= .seconds(-seconds) && $0 < .seconds(60 - seconds) } == true)
    }

    @Test("the answer is taken for the middle of the time that it took")
    func halved() {
        let clock = StoreClock(host: { host })
        let now = ContinuousClock.now
        clock.learn(host, askedAt: now - .seconds(3_600), answeredAt: now)
        let expected = host + .seconds(1_800)
        #expect(clock.now >= expected && clock.now < expected + .seconds(60))
    }

    @Test("a slow answer that agrees teaches nothing; one that contradicts does, and so does a quick one")
    func doubts() {
        let clock = StoreClock(host: { host })
        let now = ContinuousClock.now
        func isAbout(_ moment: Timestamp) -> Bool { clock.now >= moment && clock.now < moment + .seconds(60) }
        clock.learn(host, askedAt: now, answeredAt: now)
        clock.learn(host + .seconds(1_000), askedAt: now - .seconds(1_500), answeredAt: now + .seconds(1_500))
        #expect(isAbout(host))
        clock.learn(host + .seconds(9_000), askedAt: now - .seconds(1_500), answeredAt: now + .seconds(1_500))
        #expect(isAbout(host + .seconds(9_000)))
        clock.learn(host + .seconds(8_500), askedAt: now, answeredAt: now)
        #expect(isAbout(host + .seconds(8_500)))
    }
}
