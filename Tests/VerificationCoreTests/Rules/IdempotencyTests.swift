import Testing
import VerificationCore

@Suite("Rules: a call that is made again under the same key")
struct IdempotencyTests {
    @Test("the same key and words lead where the first call led, whatever time it is, and send nothing")
    func repeated() throws {
        var script = PhoneScript()
        #expect(try script.ask("A", at: 0, key: "order-1") == "send A#1")
        #expect(script.written.last == "key of A")
        for (name, seconds) in [("B", 0), ("C", 61), ("D", 700)] as [(Character, Int)] {
            #expect(try script.ask(name, at: seconds, key: "order-1") == "settled")
            #expect(script.written == ["request \(name) of A: duplicate"])
        }
        #expect(try script.ask("E", at: 700, key: "order-2") == "send E#1")
    }

    @Test("the same key with other words is told so and leads to no verification")
    func reused() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0, key: "order-1")
        #expect(try script.ask("B", at: 1, key: "order-1", language: "fr") == "key reused")
        #expect(script.written == ["request B of B: conflict"])
    }

    @Test("a call that joined another's verification leads there again when it is repeated")
    func repeatedOthers() throws {
        var script = PhoneScript()
        _ = try script.ask("A", at: 0)
        #expect(try script.ask("B", at: 1, key: "order-1") == "joins A")
        #expect(script.written.last == "key of A")
        #expect(try script.ask("C", at: 70, key: "order-1") == "settled")
        #expect(script.written == ["request C of A: duplicate"])
    }

    @Test("a call that a limit held did nothing, so its key is free and it may be made again")
    func repeatedAfterALimit() throws {
        var script = PhoneScript(SendingRules(sendsPerPhone: [RateLimit(1, per: .seconds(1_000))]))
        #expect(try script.ask("A", at: 0) == "send A#1")
        #expect(try script.ask("B", at: 700, key: "order-1").hasPrefix("sends-per-phone 1 in 1000"))
        #expect(!script.written.contains { $0.hasPrefix("key") })
        #expect(try script.ask("B", at: 1_100, key: "order-1") == "settled")
        #expect(try script.ask("C", at: 1_100, key: "order-1") == "send C#1")
        #expect(try script.ask("D", at: 1_101, key: "order-1") == "settled")
        #expect(script.written == ["request D of C: duplicate"])
    }

    @Test("an id says the same all day for the same app, key and words, and is signed like any other")
    func ids() throws {
        let ring = try KeyRing("k:" + Base64.encodeForURL(Array(repeating: 7, count: 32)))
        func id(_ seconds: Int64, _ key: String = "order-1", app: String = "demo", ip: String? = nil) throws
            -> VerificationID
        {
            let now = Timestamp(seconds: seconds)
            let key = try #require(IdempotencyKey(key))
            let request = VerificationRequest(
                id: PhoneScript.id("A"), app: try #require(AppID(app)),
                phone: try PhoneScript.request("A", deadline: now).phone, clientIP: ip.flatMap(IPAddress.init),
                idempotencyKey: key, requestedAt: now, deadline: now + .seconds(600))
            return ring.makeID(for: request, key: key)
        }
        let day: Int64 = 1_767_225_600
        let first = try id(day)
        #expect(try id(day + 86_399) == first)
        #expect(first.madeAt >= Timestamp(seconds: day) && first.madeAt < Timestamp(seconds: day + 86_400))
        #expect(first.madeAtLatest == Timestamp(seconds: day + 86_400))
        #expect(ring.signed(first, for: try #require(AppID("demo"))))
        let others = [
            try id(day + 86_400), try id(day, "order-2"), try id(day, app: "other"), try id(day, ip: "192.0.2.1"),
        ]
        #expect(Set(others + [first]).count == 5)
    }

    @Test(
        "keys are 1 to 255 printable ASCII characters",
        arguments: [("", false), ("a", true), (" ", true), ("a\n", false), ("ä", false), ("\u{7F}", false)])
    func keys(_ text: String, isKey: Bool) {
        #expect((IdempotencyKey(text) != nil) == isKey)
        #expect(IdempotencyKey(String(repeating: "k", count: 255)) != nil)
        #expect(IdempotencyKey(String(repeating: "k", count: 256)) == nil)
    }
}
