import Testing
import VerificationCore
import VerificationTesting

/// What becomes of requests that no worker has seen before.
@Suite("Rules: a request's first sight")
struct RuleBookTests {
    @Test("a first request begins a verification and sends its first message")
    func first() throws {
        var script = PhoneScript()
        #expect(try script.ask("A", at: 0) == "send A#1")
        #expect(
            script.written == [
                "verification A pending", "request A of A: send #1", "message A#1 leased until 15 s",
            ])
        let live = try #require(script.phone.live)
        #expect(live.id == PhoneScript.id("A"))
        #expect(live.expiresAt == PhoneScript.start + .seconds(600))
        #expect(live.resendAfter == PhoneScript.start + .seconds(60))
        #expect(live.code == .made(CodeRecipe(keyName: "k", digits: 6)))
    }

    @Test("a request from before a restore is not sent, and says why; one that was made later is")
    func restored() throws {
        for (restoredAt, words) in [(0, "expired"), (60, "expired"), (-1, "send A#1")] {
            var script = PhoneScript()
            script.restoredAt = restoredAt
            #expect(try script.ask("A", at: 90) == words)
            if words == "expired" {
                #expect(script.written == ["verification A expired (restored)", "request A of A: expired"])
            }
        }
    }

    @Test("a request that is on record goes on as its row says, also after a restore")
    func restoredAndSeen() throws {
        var script = PhoneScript()
        #expect(try script.ask("A", at: 0) == "send A#1")
        script.leaves("A")
        script.restoredAt = 10
        #expect(try script.ask("A", at: 20) == "settled")
    }

    @Test("within a minute of an SMS everybody joins; after it the same verification sends again, until its code dies")
    func reentrant() throws {
        try play([
            (0, "A", "send A#1"), (1, "B", "joins A"), (59, "C", "joins A"), (60, "D", "send A#2"),
            (61, "E", "joins A"), (119, "F", "joins A"), (120, "G", "send A#3"), (599, "H", "send A#4"),
            (600, "I", "joins A"), (899, "J", "send J#1"), (900, "K", "joins J"),
        ])
    }

    @Test("a verification sends five times, and then says when a new one may begin")
    func maxSends() throws {
        try play([
            (0, "A", "send A#1"), (60, "B", "send A#2"), (120, "C", "send A#3"), (180, "D", "send A#4"),
            (240, "E", "send A#5"), (299, "F", "joins A"),
            (300, "G", "sends-per-verification 5 in 600 s, again in 300 s"),
            (599, "H", "sends-per-verification 5 in 600 s, again in 1 s"),
            (600, "I", "sends-per-phone 5 in 600 s, again in 10 s"), (610, "J", "send J#1"), (670, "K", "send J#2"),
            (840, "L", "send J#3"),
        ])
    }

    @Test("a phone gets five SMS in any ten minutes, whatever becomes of its verifications")
    func fiveInTenMinutes() throws {
        try play(
            [
                (0, "A", "send A#1"), (0, "B", "send B#1"), (0, "C", "send C#1"), (0, "D", "send D#1"),
                (0, "E", "send E#1"), (0, "F", "sends-per-phone 5 in 600 s, again in 610 s"),
                (609, "G", "sends-per-phone 5 in 600 s, again in 1 s"), (610, "H", "send H#1"),
            ], endingEach: true)
    }

    @Test("a phone gets ten SMS in a day, and is told by which of its limits it has to wait")
    func tenInADay() throws {
        try play(
            [
                (0, "A", "send A#1"), (600, "B", "send B#1"), (1_200, "C", "send C#1"), (1_800, "D", "send D#1"),
                (2_400, "E", "send E#1"), (3_000, "F", "send F#1"), (3_600, "G", "send G#1"), (4_200, "H", "send H#1"),
                (4_800, "I", "send I#1"), (5_400, "J", "send J#1"),
                (6_000, "K", "sends-per-phone 10 in 86400 s, again in 81840 s"), (87_840, "L", "send L#1"),
            ], endingEach: true)
    }

    @Test("a request that meets a limit is written down and takes nothing")
    func limitedTakesNothing() throws {
        var script = PhoneScript(SendingRules(sendsPerPhone: [RateLimit(1, per: .seconds(600))]))
        #expect(try script.ask("A", at: 0) == "send A#1")
        let before = script.phone
        #expect(try script.ask("B", at: 60) == "sends-per-phone 1 in 600 s, again in 550 s")
        #expect(script.written == ["request B of A: limited"])
        script.ends()
        #expect(try script.ask("C", at: 61) == "sends-per-phone 1 in 600 s, again in 549 s")
        #expect(script.written == ["verification C refused (sends-per-phone)", "request C of C: limited"])
        #expect(script.phone.sends == before.sends)
    }

    @Test("a limit that does not admit a send takes nothing out of those that would")
    func allOrNothing() throws {
        var script = PhoneScript(
            SendingRules(sendsPerPhone: [RateLimit(100, per: .seconds(100)), RateLimit(1, per: .seconds(600))]))
        _ = try script.ask("A", at: 0)
        script.ends()
        let before = script.phone.sends
        _ = try script.ask("B", at: 1)
        #expect(script.phone.sends == before)
    }

    @Test("a resend keeps the code, its life and its key, and says how many are left")
    func resend() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        let first = try #require(script.phone.live)
        _ = try script.ask("B", at: 100)
        #expect(script.written == ["request B of A: send #2", "message A#2 leased until 115 s"])
        let second = try #require(script.phone.live)
        #expect(second.code == first.code && second.expiresAt == first.expiresAt)
        let summary = script.rules.summary(of: second, now: PhoneScript.start + .seconds(100))
        #expect(summary.remainingSends == 3 && summary.resendAfter == PhoneScript.start + .seconds(160))
    }

    @Test("a resend near the end leaves the code half a life, and twice a life after the first SMS a new code is sent")
    func longerLife() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        #expect(try script.ask("B", at: 595) == "send A#2")
        #expect(
            script.written == [
                "verification A until 895 s", "request B of A: send #2", "message A#2 leased until 610 s",
            ])
        #expect(try script.ask("C", at: 600) == "joins A")
        #expect(try script.ask("D", at: 890) == "send A#3")
        #expect(script.phone.live?.expiresAt == PhoneScript.start + .seconds(1_190))
        #expect(try script.ask("E", at: 950) == "send E#1")
        #expect(script.written.last == "verification A ends canceled")
        #expect(script.phone.live?.expiresAt == PhoneScript.start + .seconds(1_550))
    }

    @Test("where a limit forbids the new code, the old one goes on to its end")
    func limitedNearTheEnd() throws {
        var script = PhoneScript(SendingRules(sendsPerPhone: [RateLimit(3, per: .seconds(86_400))]))
        for (name, second) in [("A", 0), ("B", 595), ("C", 890)] as [(Character, Int)] {
            _ = try script.ask(name, at: second)
        }
        #expect(try script.ask("D", at: 960).hasPrefix("sends-per-phone 3 in 86400 s"))
        #expect(script.written == ["request D of A: limited"])
        #expect(script.phone.live?.expiresAt == PhoneScript.start + .seconds(1_190))
    }

    @Test("a send that did not happen gives back its place and its share, and the next request may send at once")
    func giveBack() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        script.leaves("A")
        let before = script.used
        #expect(try script.ask("B", at: 60) == "send A#2")
        try script.fails("B")
        #expect(script.written.isEmpty)
        #expect(script.used == before)
        #expect(script.phone.live?.sends == 1)
        #expect(try script.ask("C", at: 61) == "send A#3")
    }

    @Test("a verification none of whose messages left has failed, and the next request begins another at once")
    func nothingLeft() throws {
        var script = PhoneScript(SendingRules(sendsPerPhone: [RateLimit(1, per: .seconds(600))]))
        _ = try script.ask("A", at: 0)
        try script.fails("A")
        #expect(script.written == ["verification A ends failed (no)"])
        #expect(try script.ask("B", at: 1) == "send B#1")
    }

    @Test("an older message's failure does not open the way for another SMS right after a newer one")
    func olderFails() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        #expect(try script.ask("B", at: 60) == "send A#2")
        script.leaves("B")
        try script.fails("A")
        #expect(try script.ask("C", at: 61) == "joins A")
        #expect(try script.ask("D", at: 120) == "send A#3")
    }

    @Test("a code with no tries left is not sent again: after the wait a new verification begins")
    func usedUp() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        script.tries(wrongCodes: 5)
        #expect(try script.ask("B", at: 59) == "joins A")
        #expect(try script.ask("C", at: 60) == "send C#1")
    }

    @Test("a new verification ends the one before it in its row, whatever a clock may say later")
    func oldVerification() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        #expect(try script.ask("B", at: 600) == "send B#1")
        #expect(script.written.last == "verification A ends expired")
        script.tries(wrongCodes: 5)
        #expect(try script.ask("C", at: 660) == "send C#1")
        #expect(script.written.last == "verification B ends max_attempts_reached")
    }

    @Test("a thousand messages of one verification are enough: more are limited, and a test number begins anew")
    func mostMessages() throws {
        var script = PhoneScript(SendingRules(resendAfter: .zero, codeLife: .seconds(86_400)))
        _ = try script.ask("A", at: 0)
        script.sends(messages: RuleBook.mostMessages - 1)
        #expect(try script.ask("B", at: 1) == "send A#1000")
        try script.fails("B")
        #expect(try script.ask("C", at: 2) == "sends-per-verification 5 in 86400 s, again in 86398 s")

        var test = PhoneScript(SendingRules(resendAfter: .zero, codeLife: .seconds(86_400)))
        test.testNumber = TestNumber(
            id: PhoneScript.id("T"), phone: try FakePhoneNumberParser().parse("+491510001"),
            code: SealedCode(keyName: "k", bytes: []))
        _ = try test.ask("A", at: 0)
        test.sends(messages: RuleBook.mostMessages)
        #expect(try test.ask("B", at: 1) == "send B#1")
    }

    @Test("numbers that no SMS may go to are refused, with a row that says why")
    func refused() throws {
        var script = PhoneScript()
        #expect(try script.ask("A", at: 0, number: "+19005550100") == "kind-not-allowed")
        #expect(script.written == ["verification A refused (kind-not-allowed)", "request A of A: refused"])
        #expect(script.phone == PhoneState())
    }

    @Test("a request past its deadline is not served, alive or not; its deadline's own moment is past")
    func expired() throws {
        var script = PhoneScript()
        #expect(try script.ask("A", at: 10, deadline: 10) == "expired")
        #expect(script.written == ["verification A expired (deadline)", "request A of A: expired"])
        #expect(script.phone == PhoneState())
        #expect(try script.ask("B", at: 10, deadline: 11) == "send B#1")
        #expect(try script.ask("C", at: 80, deadline: 79) == "expired")
        #expect(script.written == ["request C of B: expired"])
    }

    /// Asks as the steps say; `endingEach` ends every verification after its request, as an approval does.
    private func play(
        _ steps: [(at: Int, name: Character, verdict: String)], endingEach: Bool = false
    ) throws {
        var script = PhoneScript()
        for step in steps {
            #expect(try script.ask(step.name, at: step.at) == step.verdict, "\(step.name) at \(step.at) s")
            if endingEach { script.ends() }
        }
    }
}
