import Testing
import VerificationCore
import VerificationTesting

@Suite("Rules: which numbers are sent to")
struct AllowedNumberTests {
    @Test(
        "an app sends to the regions it names, and to those alone",
        arguments: [
            ("all", "+491510001", "send A#1"), ("DE", "+491510001", "send A#1"), ("de,FR", "+491510001", "send A#1"),
            ("FR", "+491510001", "region-not-allowed"), ("", "+491510001", "region-not-allowed"),
        ])
    func regions(_ regions: String, _ number: String, _ verdict: String) throws {
        var script = PhoneScript(SendingRules(regions: try #require(Regions(regions))))
        #expect(try script.ask("A", at: 0, number: number) == verdict)
    }

    @Test("numbers of no country are in no region, not even in all", arguments: ["001", "", "D", "DEU", "1A"])
    func nowhere(_ region: String) {
        #expect(!Regions.all.contains(region))
        #expect(Regions(codes: [region]) == nil)
    }

    @Test("in testing mode only test numbers work, wherever they are")
    func testingMode() throws {
        var script = PhoneScript(SendingRules(regions: .none, isTesting: true))
        #expect(try script.ask("A", at: 0) == "testing-mode")
        script.testNumber = try Self.testNumber()
        #expect(try script.ask("B", at: 1) == "send B#1")
    }

    @Test("a test number takes nothing from any limit and may be sent to as often as anybody asks")
    func testNumberIsFree() throws {
        let one = [RateLimit(1, per: .seconds(3_600))]
        var script = PhoneScript(
            SendingRules(resendAfter: .zero, maxSends: 1, sendsPerPhone: one, sendsPerPrefix: one, sendsPerApp: one))
        script.testNumber = try Self.testNumber()
        for (name, ordinal) in zip("ABCDEF", 1...6) { #expect(try script.ask(name, at: 0) == "send A#\(ordinal)") }
        #expect(script.phone.sends == SlotCounts() && script.limits == SharedCounts())
        #expect(script.phone.live?.code == .fixed && script.left == nil)
    }

    @Test("a test number that has expired is a number like any other, from that moment on and with a code of its own")
    func testNumberExpires() throws {
        var script = PhoneScript()
        script.testNumber = try Self.testNumber(expiresAt: PhoneScript.start + .seconds(10))
        #expect(try script.ask("A", at: 9) == "send A#1")
        #expect(try script.ask("B", at: 10) == "send B#1")
        #expect(script.phone.live?.code == .made(CodeRecipe(keyName: "k", digits: 6)))
        #expect(script.used == [1, 1])
    }

    @Test("a test number may be one that is always limited")
    func limited() throws {
        var script = PhoneScript()
        script.testNumber = try Self.testNumber(.limited)
        #expect(try script.ask("A", at: 0) == "sends-per-phone 5 in 600 s, again in 600 s")
        #expect(script.written == ["verification A refused (sends-per-phone)", "request A of A: limited"])
    }

    @Test("an app that switches its test numbers off keeps them, and has no test number at any moment")
    func switchedOff() throws {
        let number = try Self.testNumber()
        let id = try #require(AppID("demo"))
        for isOn in [true, false] {
            var app = App(id: id, displayName: "Demo", rules: SendingRules(takesTestNumbers: isOn))
            app.testNumbers = [number.phone.e164: number]
            #expect(app.testNumber(number.phone.e164, at: PhoneScript.start) == (isOn ? number : nil))
            #expect(app.effectiveTestNumbers.isEmpty == !isOn && app.testNumbers.count == 1)
        }
        let fiction = PhoneNumber(e164: "+16505553434", region: "US", callingCode: 1, kind: .fiction)
        let rules = SendingRules(takesTestNumbers: false)
        #expect(rules.refusal(of: fiction, isTestNumber: false, isBlocked: false) == .fictionalNumber)
    }

    private static func testNumber(
        _ scenario: TestNumber.Scenario? = nil, expiresAt: Timestamp? = nil
    ) throws -> TestNumber {
        TestNumber(
            id: PhoneScript.id("T"), phone: try FakePhoneNumberParser().parse("+491510001"),
            code: SealedCode(keyName: "k", bytes: []), scenario: scenario, expiresAt: expiresAt)
    }
}
