import Testing
import VerificationCore
import VerificationTesting

@Suite("A breaker")
struct BreakerTests {
    private let failure = SendOutcome.refused(reason: "down", .forNow)
    private let busy = SendOutcome.throttled(after: nil)

    @Test("opens when half of ten calls in ten seconds failed, and not before the tenth")
    func half() {
        var script = BreakerScript()
        for call in 1...9 { script.call(call.isMultiple(of: 2) ? failure : .accepted(id: nil)) }
        #expect(script.breaker.isClosed, "4 of 9")
        script.call(.accepted(id: nil))
        #expect(script.breaker.isClosed, "4 of 10")
        script.call(failure)
        script.call(failure)
        #expect(script.standing == .away, "6 of 12")
        #expect(script.notice?.reason == "half-failed")
    }

    @Test("forgets calls that ended more than ten seconds ago")
    func forgets() {
        var script = BreakerScript()
        for call in 0..<20 { script.call(call.isMultiple(of: 5) ? failure : .accepted(id: nil)) }
        script.pass(.seconds(11))
        for _ in 0..<6 { script.call(.accepted(id: nil)) }
        for _ in 0..<3 { script.call(failure) }
        #expect(script.breaker.isClosed, "3 of 9; with the old calls it would be 7 of 29")
        for _ in 0..<2 { script.call(failure) }
        #expect(script.breaker.isClosed, "5 of 11")
        script.call(failure)
        #expect(!script.breaker.isClosed, "6 of 12")
    }

    @Test("opens after five failures in a row at low load, however long they take")
    func inRow() {
        var script = BreakerScript()
        for _ in 0..<4 { script.call(failure, after: .seconds(60)) }
        script.call(.accepted(id: nil), after: .seconds(60))
        for _ in 0..<4 { script.call(failure, after: .seconds(60)) }
        #expect(script.breaker.isClosed)
        script.call(failure, after: .seconds(60))
        #expect(script.standing == .away)
        #expect(script.notice?.reason == "failures-in-row")
    }

    @Test("says that a gateway is slow where most of the calls that count as failures were answered, but too late")
    func slow() throws {
        var script = BreakerScript()
        script.pass(.seconds(60))
        for _ in 0..<5 { script.report(.accepted(id: nil), took: .seconds(6)) }
        #expect(script.notice?.reason == "slow-in-row")
        script.pass(.seconds(2))
        script.report(.accepted(id: nil), took: .seconds(6), trial: try script.trial())
        #expect(script.notice?.reason == "trial-slow")

        var mixed = BreakerScript()
        mixed.pass(.seconds(60))
        for slow in [true, false, true, false, false] {
            mixed.report(slow ? .accepted(id: nil) : failure, took: .seconds(6))
        }
        #expect(mixed.notice?.reason == "failures-in-row")

        var busy = BreakerScript()
        busy.pass(.seconds(60))
        for call in 1...10 { busy.report(.accepted(id: nil), took: call.isMultiple(of: 2) ? .seconds(6) : .zero) }
        #expect(busy.notice?.reason == "half-slow")
    }

    @Test("knows no slow calls of before when it judges new failures")
    func slowBefore() {
        var script = BreakerScript()
        script.pass(.seconds(60))
        for _ in 0..<4 { script.report(.accepted(id: nil), took: .seconds(6)) }
        script.call(.accepted(id: nil))
        for _ in 0..<5 { script.call(failure, after: .seconds(60)) }
        #expect(script.notice?.reason == "failures-in-row")
    }

    @Test(
        "counts as a failure what is the gateway's fault, and a call that takes longer than five seconds",
        arguments: [
            (SendOutcome.accepted(id: nil), Duration.seconds(5), CallGrade.works),
            (.accepted(id: nil), .seconds(5) + .nanoseconds(1), .fails),
            (.refused(reason: "x", .byEveryGateway), .zero, .works),
            (.refused(reason: "x", .byThisGateway), .zero, .works), (.refused(reason: "x", .forNow), .zero, .fails),
            (.unknown(reason: "x"), .zero, .fails), (.throttled(after: nil), .seconds(9), .isBusy(nil)),
        ])
    func grades(outcome: SendOutcome, took: Duration, grade: CallGrade) {
        #expect(CallGrade(outcome, took: took, slowCall: BreakerRules().slowCall) == grade)
    }

    @Test("stays open for two seconds, then twice as long after each failed trial, a minute at most")
    func pauses() {
        var script = BreakerScript()
        for _ in 0..<5 { script.call(failure) }
        for pause in [2, 4, 8, 16, 32, 60, 60, 60] {
            script.pass(.seconds(pause) - .nanoseconds(1))
            #expect(script.standing == .away)
            script.pass(.nanoseconds(1))
            #expect(script.standing == .ready)
            script.call(failure)
            #expect(script.notice?.reason == "trial-failed")
        }
        var jittered = BreakerScript(jitter: 1)
        for _ in 0..<5 { jittered.call(failure) }
        jittered.pass(.milliseconds(1_500))
        #expect(jittered.standing == .ready, "a chance of 1 takes a quarter off")
    }

    @Test("lets a single call try at a time, and closes after three successes")
    func trials() throws {
        var script = BreakerScript.opened()
        script.pass(.seconds(2))
        for success in 1...3 {
            let trial = try script.trial()
            #expect(script.standing == .hesitant, "a trial is under way")
            script.report(.accepted(id: nil), trial: trial)
            #expect(script.breaker.isClosed == (success == 3))
        }
        #expect(script.standing == .ready)
    }

    @Test("lets the next call try when a trial was given up, and takes no word from any other call")
    func strays() throws {
        var script = BreakerScript.opened()
        script.pass(.seconds(2))
        let first = try script.trial()
        script.breaker.giveUp(first)
        #expect(script.standing == .ready)
        let second = try script.trial()
        script.breaker.giveUp(first)
        script.report(failure, trial: first)
        script.report(failure, trial: nil)
        script.report(busy, trial: nil)
        #expect(script.standing == .hesitant, "the second trial is still under way")
        script.report(.accepted(id: nil), trial: second)
        #expect(script.standing == .ready)
    }

    @Test("takes no word from calls that began before it closed")
    func lateFailures() throws {
        var script = BreakerScript.opened()
        script.pass(.seconds(2))
        for _ in 0..<3 { script.report(.accepted(id: nil), trial: try script.trial()) }
        script.pass(.seconds(3))
        for _ in 0..<100 { script.report(.unknown(reason: "timeout"), took: .seconds(4)) }
        #expect(script.breaker.isClosed)
        for _ in 0..<5 { script.report(.unknown(reason: "timeout"), took: .seconds(3)) }
        #expect(!script.breaker.isClosed)
    }

    @Test("holds a busy gateway for as long as it says, or for a second that doubles to thirty")
    func holds() {
        var script = BreakerScript()
        for pause in [1, 2, 4, 8, 16, 30, 30] {
            script.call(busy)
            script.report(busy, took: .milliseconds(1))
            #expect(script.standing == (pause > 5 ? .away : .hesitant))
            script.pass(.seconds(pause) - .nanoseconds(1))
            #expect(script.standing == .hesitant)
            script.pass(.nanoseconds(1))
            #expect(script.standing == .ready)
        }
        script.call(.accepted(id: nil))
        #expect(script.breaker.isClosed, "a single success ends it")
        #expect(script.notice == nil, "it was no failure, so nobody is told")
        for (told, held) in [(7, 7), (0, 1), (9_999, 300)] {
            script.call(.throttled(after: .seconds(told)))
            script.pass(.seconds(held) - .nanoseconds(1))
            #expect(script.standing == .hesitant)
            script.pass(.nanoseconds(1))
            #expect(script.standing == .ready)
        }
    }

    @Test("makes a hold longer, and does not double it, when calls that were under way are told to wait too")
    func burst() {
        var script = BreakerScript()
        script.pass(.seconds(10))
        for _ in 0..<1_000 { script.report(.throttled(after: nil), took: .milliseconds(1)) }
        script.report(.throttled(after: .seconds(3)), took: .milliseconds(1))
        script.pass(.seconds(3) - .nanoseconds(1))
        #expect(script.standing == .hesitant)
        script.pass(.nanoseconds(1))
        #expect(script.standing == .ready)
        script.call(busy)
        script.pass(.seconds(2))
        #expect(script.standing == .ready, "the second hold without a time")
    }

    @Test("makes few calls to a provider that is too busy for a minute")
    func busyMinute() {
        var script = BreakerScript()
        var calls = 0
        while script.now < .seconds(60) {
            if script.standing == .ready {
                script.call(busy)
                calls += 1
            }
            script.pass(.milliseconds(10))
        }
        #expect((5...7).contains(calls))
    }
}
