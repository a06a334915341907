import Testing
import VerificationCore
import VerificationTesting

@Suite("Notices of breakers")
struct BreakerNoticeTests {
    private func notice(_ generation: Int, _ state: BreakerNotice.State, seconds: Int = 2) -> BreakerNotice {
        BreakerNotice(
            gateway: "main", generation: generation, state: state,
            remaining: state == .open ? .seconds(seconds) : .zero, reason: "half-failed")
    }

    @Test("open every breaker that hears of an opening, and close every breaker that hears of its end")
    func adopted() throws {
        let opened = BreakerScript.opened()
        var other = BreakerScript()
        other.breaker.adopt(try #require(opened.notice), at: other.now)
        #expect(other.standing == .away)
        #expect(other.notice == opened.notice)
        other.breaker.adopt(notice(1, .closed), at: other.now)
        #expect(other.breaker.isClosed)
    }

    @Test("do not open again, when they come late, what has closed since")
    func late() {
        var script = BreakerScript()
        script.breaker.adopt(notice(3, .closed), at: .zero)
        for old in [notice(1, .open), notice(2, .open), notice(3, .open), notice(2, .closed)] {
            script.breaker.adopt(old, at: .zero)
            #expect(script.breaker.isClosed)
        }
        script.breaker.adopt(notice(4, .open), at: .zero)
        #expect(script.standing == .away)
        script.breaker.adopt(notice(4, .open, seconds: 50), at: .zero)
        script.pass(.seconds(2))
        #expect(script.standing == .ready, "the notice that came first stays")
    }

    @Test("keep the breaker open for all, when a trial succeeds here and fails there")
    func crossing() throws {
        var (here, there) = (BreakerScript.opened(), BreakerScript())
        there.breaker.adopt(try #require(here.notice), at: .zero)
        here.pass(.seconds(2))
        there.pass(.seconds(2))
        for _ in 0..<3 { here.call(.accepted(id: nil)) }
        there.call(.unknown(reason: "lost"))
        let (closed, opened) = (try #require(here.notice), try #require(there.notice))
        here.breaker.adopt(opened, at: here.now)
        there.breaker.adopt(closed, at: there.now)
        #expect(here.standing == .away && there.standing == .away)
        #expect(here.notice?.generation == 2)
    }

    @Test("leave a hold alone, which is the worker's own")
    func held() {
        var script = BreakerScript()
        script.call(.throttled(after: .seconds(4)))
        script.breaker.adopt(notice(1, .closed), at: script.now)
        #expect(script.standing == .hesitant)
    }

    @Test("bring all workers to the same word, in whatever order and however often they come")
    func converge() {
        var random = SeededRandom(seed: SeededRandom.seedOfRun())
        for _ in 0..<500 {
            var workers = (0..<4).map { _ in BreakerScript() }
            var notices: [BreakerNotice] = []
            for _ in 0..<60 {
                let worker = Int.random(in: 0..<4, using: &random)
                workers[worker].pass(.milliseconds(Int.random(in: 0...3_000, using: &random)))
                if workers[worker].standing == .ready {
                    workers[worker].call(Bool.random(using: &random) ? .unknown(reason: "x") : .accepted(id: nil))
                }
                if let notice = workers[worker].notice { notices.append(notice) }
                if let any = notices.randomElement(using: &random) {
                    let hearer = Int.random(in: 0..<4, using: &random)
                    workers[hearer].breaker.adopt(any, at: workers[hearer].now)
                }
            }
            for index in workers.indices {
                for notice in notices.shuffled(using: &random) {
                    workers[index].breaker.adopt(notice, at: workers[index].now)
                }
            }
            let words = Set(workers.map { "\($0.notice?.generation ?? 0) \($0.notice?.state.rawValue ?? "")" })
            #expect(words.count == 1, "\(words), seed \(random.seed)")
        }
    }
}
