import Testing

@testable import HTTPService

@Suite("The date of an answer")
struct DateFieldTests {
    /// The first is the example of RFC 9110, 5.6.7; the others are a leap day and the last second of a year.
    @Test(
        "is written as RFC 9110 says",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
            (1_798_761_599, "Thu, 31 Dec 2026 23:59:59 GMT"),
        ])
    func written(second: Int, text: String) {
        #expect(DateField().value(at: second) == text)
    }

    @Test("changes with the second, in both directions of a clock that is set")
    func changes() {
        let field = DateField()
        for second in [784_111_777, 784_111_777, 784_111_778, 784_111_776] {
            #expect(field.value(at: second) == DateField().value(at: second))
        }
        #expect(field.value(at: 784_111_776) == "Sun, 06 Nov 1994 08:49:36 GMT")
    }
}
