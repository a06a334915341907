import StrictJSON
import Testing
import VerificationCore

@Suite("Rules: an app's settings")
struct SendingRulesTests {
    @Test("standard rules are no settings at all but the regions, which have no standard: unnamed, they are none")
    func standard() throws {
        #expect(SendingRules.standard.json == JSONObject([.init(key: "regions", value: .string("all"))]))
        #expect(try SendingRules(json: SendingRules.standard.json) == .standard)
        #expect(try SendingRules(json: JSONObject()).regions == .none)
    }

    @Test("rules survive being settings")
    func roundTrip() throws {
        let rules = SendingRules(
            resendAfter: .zero, codeLife: .seconds(30), codeDigits: 10, maxSends: 1, maxChecks: 100,
            sendsPerPhone: [RateLimit(1, per: .seconds(1)), RateLimit(1_000_000, per: .seconds(31_536_000))],
            sendsPerIP: [], sendsPerPrefix: [RateLimit(2, per: .seconds(3))],
            sendsPerApp: [RateLimit(3, per: .seconds(4))], wrongCodesPerPhone: [RateLimit(4, per: .seconds(5))],
            wrongCodesPerIP: [], regions: .only(["DE", "FR"]), whenUnknown: .resend, isTesting: true,
            takesTestNumbers: false, maxTestNumbers: 0, maxSegments: 6, transliterate: true, warn: true)
        #expect(try SendingRules(json: rules.json) == rules)
    }

    @Test(
        "settings that no rule can have are refused, by the name of the member",
        arguments: [
            #"{"resendAfter":-1}"#, #"{"resendAfter":86401}"#, #"{"resendAfter":"60"}"#, #"{"codeLife":29}"#,
            #"{"codeDigits":3}"#, #"{"codeDigits":11}"#, #"{"codeDigits":6.5}"#, #"{"maxSends":0}"#,
            #"{"maxSends":101}"#, #"{"maxChecks":0}"#, #"{"sendsPerPhone":[]}"#, #"{"sendsPerPhone":{}}"#,
            #"{"sendsPerPhone":[{"count":0,"seconds":1}]}"#, #"{"sendsPerPhone":[{"count":1,"seconds":0}]}"#,
            #"{"sendsPerPhone":[{"count":1}]}"#, #"{"sendsPerPhone":[5]}"#, #"{"whenUnknown":"maybe"}"#,
            #"{"whenUnknown":null}"#, #"{"resendafter":60}"#, #"{"regions":"everywhere"}"#, #"{"regions":["Germany"]}"#,
            #"{"regions":["001"]}"#, #"{"regions":null}"#, #"{"testing":1}"#, #"{"sendsPerIp":null}"#,
            #"{"testNumbers":"off"}"#, #"{"maxSegments":7}"#, #"{"transliterate":"yes"}"#, #"{"warn":1}"#,
        ])
    func refused(_ text: String) throws {
        let json = try #require(try JSONValue(parsing: text.utf8).object)
        let error = #expect(throws: InvalidMemberError.self) { try SendingRules(json: json) }
        #expect(error?.member == json.members.first?.key)
    }

    @Test("rules leave no number only where test numbers alone work and are switched off")
    func noNumber() {
        let pairs = [(true, true), (true, false), (false, true), (false, false)]
        let left = pairs.map { SendingRules(isTesting: $0, takesTestNumbers: $1).leavesNoNumber }
        #expect(left == [false, true, false, false])
    }

    @Test("every rule can say what it may be, and what is no rule says nothing")
    func expectations() throws {
        let all = SendingRules(
            resendAfter: .zero, codeLife: .seconds(30), codeDigits: 10, maxSends: 1, maxChecks: 1, sendsPerPhone: [],
            sendsPerIP: [], sendsPerPrefix: [], sendsPerApp: [], wrongCodesPerPhone: [], wrongCodesPerIP: [],
            whenUnknown: .resend, isTesting: true, takesTestNumbers: false, maxTestNumbers: 0, maxSegments: 6,
            transliterate: true, warn: true)
        #expect(all.json.members.allSatisfy { SendingRules.expectation(of: $0.key) != nil })
        #expect(SendingRules.expectation(of: "codeDigits") == "a whole number from 4 to 10")
        #expect(SendingRules.expectation(of: "maxSend") == nil)
    }
}
