import Testing
import VerificationCore

@Suite("An error as a header tells of it")
struct ErrorCodeTests {
    @Test(
        "one of ours is one short line of printable ASCII",
        arguments: [
            ("status-503", "status-503"), ("", ""), ("two\nlines", "two?lines"), ("naïve\u{202E}", "na?ve?"),
            (String(repeating: "x", count: 1_000), String(repeating: "x", count: 100)),
        ])
    func ours(error: String, word: String) {
        #expect(ErrorCode(error).description == word)
    }

    @Test(
        "what stands in a header is read back only if we could have written it",
        arguments: [
            ("status-503", true), (String(repeating: "x", count: 100), true), ("", false), ("two\nlines", false),
            ("naïve", false), ("\u{7F}", false), (String(repeating: "x", count: 101), false),
        ])
    func header(text: String, isRead: Bool) {
        #expect(ErrorCode(header: text)?.description == (isRead ? text : nil))
    }
}
