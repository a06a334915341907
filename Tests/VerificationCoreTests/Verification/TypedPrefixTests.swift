import Testing
import VerificationCore

@Suite("A prefix of limits that a person types")
struct TypedPrefixTests {
    @Test(
        "is read as numbers have it",
        arguments: [
            ("49-DE", "49-DE"), ("49-de", "49-DE"), ("1-876", "1-876"), ("870-001", "870-001"), ("7-KZ", "7-KZ"),
            ("49\u{2011}DE", "49-DE"), (" ４９-de\n", "49-DE"),
        ])
    func read(_ text: String, _ prefix: String) {
        #expect(PhoneNumber.prefix(typed: text) == prefix)
    }

    @Test(
        "is nothing with a person's digits, and no other text",
        arguments: [
            "", "-", "49", "49-", "+49-DE", "491510001", "+491510001", "4915-DE", "1-4155", "1-41", "1-US", "0-DE",
            "49-DE-1", "49-1510001", "49 DE", "<b>-DE", "49-D", "49-DEU", "1-4155550123",
        ])
    func refused(_ text: String) {
        #expect(PhoneNumber.prefix(typed: text) == nil)
    }
}
