import Testing
import VerificationCore

@Suite("The breaker of an endpoint")
struct EventBreakerTests {
    private let schedule = EventSchedule()
    private let start = Timestamp(seconds: 1_000_000)

    private func wait(_ breaker: inout EventBreaker, _ seconds: Int64) -> Duration? {
        breaker.wait(at: start + .seconds(seconds), deadline: .seconds(10))
    }

    @Test("opens after five failures in a row, and lets a single event try after each growing pause")
    func opens() {
        var breaker = EventBreaker()
        for _ in 1...4 {
            #expect(wait(&breaker, 0) == nil)
            breaker.fail(at: start, schedule)
        }
        #expect(wait(&breaker, 0) == nil)
        breaker.fail(at: start, schedule)
        #expect(wait(&breaker, 0) == .seconds(5))
        #expect(wait(&breaker, 4) == .seconds(1))
        #expect(wait(&breaker, 5) == nil, "one tries")
        #expect(wait(&breaker, 5) == .seconds(10), "the others wait for its answer")
        breaker.fail(at: start + .seconds(6), schedule)
        #expect(wait(&breaker, 6) == .seconds(30))
        #expect(wait(&breaker, 36) == nil)
        breaker.succeed()
        #expect(breaker.isFresh && wait(&breaker, 36) == nil && wait(&breaker, 36) == nil)
    }

    @Test("an answer in between begins the count anew")
    func counts() {
        var breaker = EventBreaker()
        for _ in 1...20 {
            for _ in 1...4 { breaker.fail(at: start, schedule) }
            breaker.succeed()
        }
        #expect(wait(&breaker, 0) == nil)
    }

    @Test("a try whose answer never comes is made again after its deadline")
    func lost() {
        var breaker = EventBreaker()
        for _ in 1...5 { breaker.fail(at: start, schedule) }
        #expect(wait(&breaker, 5) == nil)
        #expect(wait(&breaker, 14) == .seconds(1))
        #expect(wait(&breaker, 15) == nil)
    }

    @Test("an endpoint that takes events slowly counts as failing, until it takes one fast")
    func slow() {
        var breaker = EventBreaker()
        func note(_ seconds: Double, at now: Int64) {
            breaker.note(
                isTold: true, took: .seconds(seconds), deadline: .seconds(10), at: start + .seconds(now), schedule)
        }
        for _ in 1...4 { note(9.9, at: 0) }
        note(5, at: 0)
        #expect(breaker.isFresh, "half of the deadline is fast enough")
        for _ in 1...5 { note(5.1, at: 0) }
        #expect(wait(&breaker, 0) == .seconds(5))
        #expect(wait(&breaker, 5) == nil, "one tries")
        note(9.9, at: 15)
        #expect(wait(&breaker, 15) == .seconds(30))
        #expect(wait(&breaker, 45) == nil)
        note(0.1, at: 46)
        #expect(breaker.isFresh)
    }

    @Test("calls that were out when it opened change nothing")
    func late() {
        var breaker = EventBreaker()
        for _ in 1...12 { breaker.fail(at: start, schedule) }
        #expect(wait(&breaker, 0) == .seconds(5))
    }
}
