import Testing
import VerificationCore

/// What becomes of requests that are on record already.
@Suite("Rules: a request that comes again")
struct RedeliveryTests {
    @Test("while another holds the lease, it waits for the lease's end and nothing is written")
    func leasedByAnother() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        let before = script.phone
        #expect(try script.ask("A", at: 1, token: 2) == "busy for 14 s")
        #expect(try script.ask("A", at: 14, token: 2) == "busy for 1 s")
        #expect(script.written.isEmpty && script.phone == before)
    }

    @Test("whoever holds the lease and lost the answer goes on, as the same try, under a new fence")
    func ownLease() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        #expect(try script.ask("A", at: 2) == "send A#1")
        #expect(script.written == ["message A#1 fence 2 leased until 17 s"])
        #expect(script.phone.live?.sends == 1)
        script.ends()
        #expect(try script.ask("A", at: 3) == "settled")
        #expect(script.written == ["message A#1 fence 3 failed (verification-ended)"])
        #expect(script.used == [0, 0])
    }

    @Test("however long the answer was lost: whoever finds its own token goes on, as long as no other took over")
    func ownLeaseIsOver() throws {
        for policy in UnknownOutcomePolicy.allCases {
            var script = PhoneScript(SendingRules(whenUnknown: policy))
            _ = try script.ask("A", at: 0)
            #expect(try script.ask("A", at: 500) == "send A#1")
            #expect(script.written == ["message A#1 fence 2 leased until 515 s"])
            #expect(try script.ask("A", at: 515, token: 2) != "send A#1")
            let afterwards = try script.ask("A", at: 515)
            #expect(["settled", "busy for 15 s"].contains(afterwards))
        }
    }

    @Test("a lease that is over without an outcome leaves an unknown message: nothing is sent by itself")
    func leaseOverHold() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        #expect(try script.ask("A", at: 15, token: 2) == "settled")
        #expect(script.written == ["message A#1 fence 2 unknown (lease-ended)"])
        #expect(script.phone.live?.sends == 1)
        #expect(try script.ask("A", at: 16, token: 3) == "settled")
        #expect(script.written.isEmpty)
        #expect(try script.ask("B", at: 60) == "send A#2")
    }

    @Test("an app that prefers a second SMS gets one more try, once, and it says so")
    func leaseOverResend() throws {
        var script = PhoneScript(SendingRules(whenUnknown: .resend))
        _ = try script.ask("A", at: 0)
        #expect(try script.ask("A", at: 15, token: 2) == "send A#1, try 2, maybe the second")
        #expect(script.written == ["message A#1 fence 2 leased until 30 s"])
        #expect(try script.ask("B", at: 74) == "joins A")
        #expect(try script.ask("A", at: 30, token: 3) == "settled")
        #expect(script.written == ["message A#1 fence 3 unknown (lease-ended)"])
    }

    @Test(
        "after its lease a message is not sent again when it is late, its verification has ended, or a newer one is out",
        arguments: ["late", "ended", "newer"])
    func leaseOverTooLate(_ why: String) throws {
        var script = PhoneScript(SendingRules(resendAfter: .seconds(5), whenUnknown: .resend))
        _ = try script.ask("A", at: 0)
        if why == "ended" { script.ends() }
        if why == "newer" { #expect(try script.ask("B", at: 5) == "send A#2") }
        #expect(try script.ask("A", at: 15, token: 2, deadline: why == "late" ? 15 : 100) == "settled")
        #expect(script.written == ["message A#1 fence 2 unknown (lease-ended)"])
    }

    @Test("what waits for its next try is left alone before it is due, and tried again then")
    func waiting() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        script.waits("A", until: 30)
        #expect(try script.ask("A", at: 29, token: 2) == "busy for 1 s")
        #expect(try script.ask("A", at: 29) == "busy for 1 s")
        #expect(try script.ask("A", at: 30, token: 2) == "send A#1, try 2")
        #expect(script.written == ["message A#1 fence 2 leased until 45 s"])
        #expect(script.phone.live?.sends == 1)
    }

    @Test("a later try is a send like any other: for a minute after it everybody joins")
    func laterTryCountsAsSend() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        script.waits("A", until: 59)
        #expect(try script.ask("A", at: 59, token: 2) == "send A#1, try 2")
        #expect(try script.ask("B", at: 60) == "joins A")
        #expect(try script.ask("C", at: 118) == "joins A")
        #expect(try script.ask("D", at: 119) == "send A#2")
    }

    @Test("a message that waited while a newer one was sent is dropped, and its share given back")
    func superseded() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        script.waits("A", until: 65)
        #expect(try script.ask("B", at: 60) == "send A#2")
        script.leaves("B")
        #expect(try script.ask("A", at: 65, token: 2) == "settled")
        #expect(script.written == ["message A#1 fence 2 failed (superseded)"])
        #expect(script.phone.live?.sends == 1)
        #expect(try script.ask("C", at: 66) == "joins A")
    }

    @Test("a message whose deadline passes while it waits has failed, and its verification with it")
    func deadlineWhileWaiting() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        script.waits("A", until: 30)
        #expect(try script.ask("A", at: 30, token: 2, deadline: 30) == "expired")
        #expect(
            script.written == [
                "message A#1 fence 2 failed (deadline)", "verification A ends expired (deadline)",
            ])
        #expect(script.phone.live == nil)
        #expect(script.used == [0, 0])
    }

    @Test("a message whose verification ended while it waits has failed")
    func endedWhileWaiting() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        script.waits("A", until: 30)
        script.ends()
        #expect(try script.ask("A", at: 30, token: 2) == "settled")
        #expect(script.written == ["message A#1 fence 2 failed (verification-ended)"])
    }

    @Test("a message that may have left before is unknown for good when it is dropped, and gives nothing back")
    func unknownWhileWaiting() throws {
        var script = PhoneScript(SendingRules(whenUnknown: .resend))
        _ = try script.ask("A", at: 0)
        let taken = script.phone.sends
        script.waits("A", until: 30, afterUnknown: true)
        #expect(try script.ask("A", at: 30, token: 2, deadline: 30) == "expired")
        #expect(script.written == ["message A#1 fence 2 unknown (deadline)"])
        #expect(script.phone.sends == taken && script.phone.live?.sends == 1)
    }

    @Test("a message that may have left before says so in its next try")
    func triesAgainAfterUnknown() throws {
        var script = PhoneScript(SendingRules(whenUnknown: .resend))
        _ = try script.ask("A", at: 0)
        script.waits("A", until: 30, afterUnknown: true)
        #expect(try script.ask("A", at: 30, token: 2) == "send A#1, try 2, maybe the second")
    }

    @Test("what is over is settled for ever, whatever it ended with")
    func ended() throws {
        var script = PhoneScript(SendingRules(sendsPerPhone: [RateLimit(1, per: .seconds(600))]))
        _ = try script.ask("A", at: 0)
        script.leaves("A")
        _ = try script.ask("B", at: 1)
        _ = try script.ask("C", at: 60)
        _ = try script.ask("D", at: 61, deadline: 1)
        let before = script.phone
        for name: Character in ["A", "B", "C", "D"] {
            for seconds in [61, 600, 100_000] {
                #expect(try script.ask(name, at: seconds, token: 2) == "settled", "\(name) at \(seconds) s")
                #expect(script.written.isEmpty)
            }
        }
        #expect(script.phone == before)
    }
}
