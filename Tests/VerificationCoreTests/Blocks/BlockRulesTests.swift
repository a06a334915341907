import Testing
import VerificationCore
import VerificationTesting

@Suite("Blocks and allows of operators")
struct BlockRulesTests {
    @Test(
        "the most specific rule on a number counts, and the longest network on an address; a block of either blocks",
        arguments: [
            ("", "+491510001", "", "none"),
            ("block +49", "+491510001", "", "blocked"), ("block +49", "+441510001", "", "none"),
            ("block +49, allow +4915", "+491510001", "", "allowed 2"),
            ("allow +49, block +4915", "+491510001", "", "blocked"),
            ("block +49, allow +4915, block +491510001", "+491510001", "", "blocked"),
            ("block +4915, allow +491510001", "+491510001", "", "allowed 3"),
            ("block +4915, allow +491510001", "+491510002", "", "blocked"),
            ("block 203.0.113.0/24", "+491510001", "203.0.113.9", "blocked"),
            ("block 203.0.113.0/24", "+491510001", "203.0.114.9", "none"),
            ("block 203.0.113.0/24", "+491510001", "", "none"),
            ("block 203.0.0.0/16, allow 203.0.113.0/24", "+491510001", "203.0.113.9", "allowed 4"),
            ("block 203.0.113.9, allow 203.0.113.0/24", "+491510001", "203.0.113.9", "blocked"),
            ("block 2001:db8::/32", "+491510001", "2001:db8:1::5", "blocked"),
            ("allow 2001:db8::1", "+491510001", "2001:db8::2", "allowed 4"),
            ("block 32.1.13.184", "+491510001", "2001:db8::", "none"),
            ("allow +491510001, block 203.0.113.9", "+491510001", "203.0.113.9", "blocked"),
            ("allow +491510001, allow 203.0.113.9", "+491510001", "203.0.113.9", "allowed 7"),
        ])
    func specific(_ rules: String, _ number: String, _ address: String, _ judgement: String) throws {
        let found = try Self.rules(rules).judgement(
            of: try FakePhoneNumberParser().parse(number), from: IPAddress(address), at: PhoneScript.start)
        #expect(found.words == judgement)
    }

    @Test("of two rules on the same target the block wins, in whatever order they come")
    func sameWidth() throws {
        for rules in ["block +49, allow +49", "allow +49, block +49"] {
            let found = try Self.rules(rules).judgement(
                of: try FakePhoneNumberParser().parse("+491510001"), from: nil, at: PhoneScript.start)
            #expect(found == .blocked)
        }
    }

    @Test("a rule that has ended says nothing from that moment on, and the next wider rule counts")
    func ended() throws {
        let end = PhoneScript.start + .seconds(10)
        let rules = BlockRules([try Self.rule(1, "allow +49"), try Self.rule(2, "block +4915", until: end)])
        let phone = try FakePhoneNumberParser().parse("+491510001")
        #expect(rules.judgement(of: phone, from: nil, at: end - .microseconds(1)) == .blocked)
        #expect(rules.judgement(of: phone, from: nil, at: end) == .allowed(.sendsPerPrefix))
    }

    @Test("a blocked request is refused before anything is counted; a code that was sent before stays good")
    func blocked() throws {
        var script = PhoneScript(SendingRules(resendAfter: .zero))
        #expect(try script.ask("A", at: 0) == "send A#1")
        script.blocks = try Self.rules("block +49")
        #expect(try script.ask("B", at: 1) == "blocked")
        #expect(script.used == [1, 1])
        #expect(script.phone.live?.id == PhoneScript.id("A"))
        script.blocks = try Self.rules("block 192.0.2.1")
        #expect(try script.ask("C", at: 2, ip: "192.0.2.1") == "blocked")
        #expect(try script.ask("D", at: 3, ip: "192.0.2.2") == "send A#2")
    }

    @Test("a message that waits for its next try is dropped when its phone is blocked, and takes its send back")
    func whileItWaits() throws {
        var script = PhoneScript()
        #expect(try script.ask("A", at: 0) == "send A#1")
        script.waits("A", until: 5)
        script.blocks = try Self.rules("block +491510001")
        _ = try script.ask("A", at: 6)
        #expect(script.written.contains { $0.contains("blocked") }, "\(script.written)")
        #expect(script.used == [0, 0])
    }

    @Test("an allow lifts the limits of its width, and neither the wait between messages nor any other rule")
    func allowed() throws {
        let one = [RateLimit(1, per: .seconds(3_600))]
        var script = PhoneScript(
            SendingRules(sendsPerPhone: one, sendsPerPrefix: one, sendsPerApp: [RateLimit(3, per: .seconds(3_600))]))
        script.blocks = try Self.rules("allow +491510001")
        #expect(try script.ask("A", at: 0) == "send A#1")
        #expect(try script.ask("B", at: 1) == "joins A")
        #expect(try script.ask("C", at: 60) == "send A#2")
        #expect(try script.ask("D", at: 120) == "send A#3")
        #expect(try script.ask("E", at: 180).hasPrefix("sends-per-app"))
        #expect(script.used == [0], "what is lifted is not counted either")
        script = PhoneScript(SendingRules(regions: .none))
        script.blocks = try Self.rules("allow +491510001")
        #expect(try script.ask("A", at: 0) == "region-not-allowed")
    }

    @Test("an allowed prefix lifts no limit of a single phone")
    func allowedPrefix() throws {
        var script = PhoneScript(SendingRules(resendAfter: .zero, sendsPerPhone: [RateLimit(1, per: .seconds(3_600))]))
        script.blocks = try Self.rules("allow +49")
        #expect(try script.ask("A", at: 0) == "send A#1")
        #expect(try script.ask("B", at: 1).hasPrefix("sends-per-phone"))
    }

    @Test("a block does not hold a test number, to which nothing is sent")
    func testNumber() throws {
        var script = PhoneScript()
        script.blocks = try Self.rules("block +49")
        script.testNumber = TestNumber(
            id: PhoneScript.id("T"), phone: try FakePhoneNumberParser().parse("+491510001"),
            code: SealedCode(keyName: "k", bytes: []))
        #expect(try script.ask("A", at: 0) == "send A#1")
    }

    /// Reads rules such as `block +49, allow 203.0.113.0/24`.
    static func rules(_ text: String) throws -> BlockRules {
        let rules: [Substring] = text.split(separator: ",")
        return BlockRules(
            try rules.enumerated().map { number, rule in try Self.rule(Int64(number), rule.trimmingPrefix(" ")) })
    }

    static func rule(_ id: Int64, _ text: Substring, until: Timestamp? = nil) throws -> BlockRule {
        let words: [String] = text.split(separator: " ").map { String($0) }
        return BlockRule(
            id: id, target: try #require(BlockTarget(typed: words[1], phones: FakePhoneNumberParser())),
            action: try #require(BlockRule.Action(rawValue: words[0])), who: "anna", reason: "test",
            since: PhoneScript.start, until: until)
    }
}

extension BlockJudgement {
    fileprivate var words: String {
        switch self {
        case .none: "none"
        case .blocked: "blocked"
        case .allowed(let lifted): "allowed \(lifted.rawValue)"
        }
    }
}
