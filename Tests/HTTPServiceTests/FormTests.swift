import HTTPService
import Testing

@Suite("A form")
struct FormTests {
    @Test(
        "is read as browsers write it",
        arguments: [
            ("a=1&b=2", ["a": "1", "b": "2"]), ("q=%2B49+151", ["q": "+49 151"]), ("a=%c3%A4&b", ["a": "ä"]),
        ])
    func reads(_ text: String, _ fields: [String: String]) throws {
        let form = try #require(Form(Array(text.utf8)))
        for (name, value) in fields { #expect(form[name] == value) }
    }

    @Test(
        "with a % that begins no escape, with bytes that are no UTF-8, or with a NUL, is no form",
        arguments: [
            "a=%", "a=%4", "a=%+f", "a=%-1", "a=%zz", "a=%ff", "a=b%00c", "a%00=b",
        ])
    func refuses(_ text: String) {
        #expect(Form(Array(text.utf8)) == nil)
    }

    @Test("that is written is read again as it was")
    func roundTrip() throws {
        let form = try #require(Form(Form.encode([("to", "/a?b=c&d=ä +%")])))
        #expect(form["to"] == "/a?b=c&d=ä +%")
    }
}
