import StrictJSON
import Testing
import VerificationCore

@Suite("Limits as people and rows write them")
struct RateLimitTests {
    @Test(
        "are read in words, and shown as they are read",
        arguments: [
            ("200/day", [RateLimit(200, per: .seconds(86_400))]),
            ("20/hour,200/day", [RateLimit(20, per: .seconds(3_600)), RateLimit(200, per: .seconds(86_400))]),
            ("1/minute", [RateLimit(1, per: .seconds(60))]), ("0", []),
        ])
    func words(text: String, limits: [RateLimit]) {
        #expect(RateLimit.list(inWords: text) == limits && RateLimit.words(limits) == text)
    }

    @Test(
        "of any other form are none",
        arguments: [
            "", "200", "day", "200/week", "0/day", "-1/day", "200/day,", ",", "200 / day", "1e3/day", "9999999/day",
            "200/day/hour", Array(repeating: "1/day", count: 9).joined(separator: ","),
        ])
    func none(text: String) { #expect(RateLimit.list(inWords: text) == nil) }

    @Test("survive a row, and what no limit has does not come out of one")
    func json() throws {
        for limits in [[], [RateLimit(1, per: .seconds(1)), RateLimit(1_000_000, per: .seconds(31_536_000))]] {
            let text = RateLimit.json(limits).serialized
            #expect(RateLimit.list(try JSONValue(parsing: text)) == limits)
        }
        for text in [
            "null", "{}", "[1]", #"[{"count":1}]"#, #"[{"count":0,"seconds":1}]"#, #"[{"count":1,"seconds":0}]"#,
            #"[{"count":1,"seconds":60,"more":1}]"#, #"[{"count":"1","seconds":60}]"#,
        ] { #expect(RateLimit.list(try JSONValue(parsing: Array(text.utf8))) == nil, "\(text)") }
    }

    @Test("a network's share is a third, and three at least, and never more than the whole")
    func share() {
        for (count, share) in [(1, 1), (2, 2), (3, 3), (5, 3), (9, 3), (10, 4), (100, 34)] {
            #expect(RateLimit(count, per: .seconds(60)).share == RateLimit(share, per: .seconds(60)))
        }
    }
}
