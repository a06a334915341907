import Testing
import VerificationCore
import VerificationTesting

@Suite("What an operator blocks")
struct BlockTargetTests {
    @Test(
        "is read from what an operator types",
        arguments: [
            ("+491510001", "number +491510001"), ("+49 151-0001", "number +491510001"), ("+49", "prefix +49"),
            ("+491510001*", "prefix +491510001"), ("203.0.113.7", "network 203.0.113.7/32"),
            ("203.0.113.7/24", "network 203.0.113.0/24"), ("10.1.2.3/8", "network 10.0.0.0/8"),
            ("2001:db8::1", "network 2001:db8::/64"), ("2001:db8::1/128", "network 2001:db8::1/128"),
            ("\u{202A}+49 151\u{2011}0001\u{202C}", "number +491510001"), ("＋４９ 15＊", "prefix +4915"),
            ("+49 15", "prefix +4915"), ("2001:dbf::1/29", "network 2001:db8::/29"),
            ("::ffff:203.0.113.7", "network 203.0.113.7/32"),
        ])
    func read(_ text: String, _ words: String) throws {
        let target = try #require(BlockTarget(typed: text, phones: FakePhoneNumberParser()))
        #expect("\(target.kind.rawValue) \(target.text)" == words)
        #expect(BlockTarget(target.kind, text: target.text) == target, "a store reads what it wrote")
    }

    @Test(
        "is no other text, and nothing so wide that only a slip of the finger makes it",
        arguments: [
            "", "+", "+0", "*", "49", "+49x", "0.0.0.0/0", "10.0.0.0/7", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/+9",
            "10.0.0.0/8/8", "2001::/15", "2001::/129", "example.com", "10.0.0.1:80",
        ])
    func refused(_ text: String) {
        #expect(BlockTarget(typed: text, phones: FakePhoneNumberParser()) == nil)
    }

    @Test("shows a number only masked")
    func masked() throws {
        let phones = FakePhoneNumberParser()
        #expect(BlockTarget.number("+491510001").masked(by: phones) == "+49•••••01")
        #expect(BlockTarget.number("+4").masked(by: phones) == "+•••")
        #expect(try #require(BlockTarget(typed: "+49", phones: phones)).masked(by: phones) == "+49*")
    }

    @Test(
        "shows of a prefix the first seven digits, for a longer prefix may be nearly a number",
        arguments: [
            ("+4915123", "+4915123*"), ("+49151234", "+4915123•*"), ("+491512345678901", "+4915123••••••••*"),
        ])
    func maskedPrefix(_ text: String, _ masked: String) throws {
        let prefix = BlockTarget.prefix(try #require(PhonePrefix(text)))
        #expect(prefix.masked(by: FakePhoneNumberParser()) == masked && prefix.text == text)
    }
}
