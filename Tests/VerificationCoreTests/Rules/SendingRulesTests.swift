import Testing
import VerificationCore

@Suite("Rules: an app's settings")
struct SendingRulesTests {
    @Test("standard rules are no settings at all")
    func standard() throws {
        #expect(SendingRules.standard.json == JSONObject())
        #expect(try SendingRules(json: JSONObject()) == .standard)
    }

    @Test("rules survive being settings")
    func roundTrip() throws {
        let rules = SendingRules(
            resendAfter: .zero, codeLife: .seconds(30), codeDigits: 10, maxSends: 1, maxChecks: 100,
            sendsPerPhone: [RateLimit(1, per: .seconds(1)), RateLimit(1_000_000, per: .seconds(31_536_000))],
            whenUnknown: .resend)
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
            #"{"whenUnknown":null}"#, #"{"resendafter":60}"#,
        ])
    func refused(_ text: String) throws {
        let json = try #require(try JSONValue(parsing: text.utf8).object)
        let error = #expect(throws: InvalidMember.self) { try SendingRules(json: json) }
        #expect(error?.member == json.members.first?.key)
    }
}
