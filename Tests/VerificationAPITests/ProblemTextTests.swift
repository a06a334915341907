import HTTPTypes
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

/// What people read who look at an answer because something went wrong.
@Suite("The words of problems")
struct ProblemTextTests {
    @Test(
        "say what a member must be, and of metadata which entry",
        arguments: [
            (#""languageCode":"de_AT!""#, "`languageCode` must be a BCP 47 tag such as de-AT."),
            (#""languageCode":7"#, "`languageCode` must be a string."),
            (
                #""clientIp":"192.0.2.1:80""#,
                "`clientIp` must be one IPv4 or IPv6 address such as 192.0.2.44, without port, zone or brackets."
            ),
            (
                #""webOtpDomain":"https://shop.example""#,
                "`webOtpDomain` must be a host name in lower case such as shop.example.com."
            ),
            (
                #""appSignatureHash":"short""#,
                "`appSignatureHash` must be the 11 characters that Android computes, such as FA+9qCX9VSu."
            ),
            (#""metadata":"x""#, "`metadata` must be an object."),
            (#""metadata":{"a":"1","b":2}"#, "Entry 2 of `metadata` must be a string."),
            (
                #""metadata":{"a":"1","b":"2","\#(String(repeating: "c", count: 41))":"3"}"#,
                "Entry 3 of `metadata` may have a name of 40 and a text of 500 characters, none of them U+0000."
            ),
            (
                #""metadata":{\#((0...16).map { #""\#($0)":"x""# }.joined(separator: ","))}"#,
                "`metadata` may have at most 16 entries."
            ),
        ])
    func members(member: String, detail: String) async throws {
        let answer = try await APIFixture().serve {
            try await $0.post("/v1/verifications", #"{"phoneNumber":"+14155552123",\#(member)}"#)
        }
        #expect(answer.text("detail") == detail)
    }

    @Test("name the limit, what of it is used, and when there is one more")
    func limit() async throws {
        let fixture = try APIFixture()
        let id = VerificationID(high: 0x0190_0000_0000_7000, low: 0b10 << 62)
        fixture.queue.answer { _ in
            .limited(
                LimitReached(
                    limit: .sendsPerPhone, quota: RateLimit(5, per: .seconds(600)), retryAfter: .seconds(120),
                    verification: id))
        }
        let answer = try await fixture.serve { try await $0.start("+14155552123", prefer: "wait=1") }
        #expect(
            answer.text("detail") == "This phone has had 5 messages within 600 s; one more is possible in 120 s.")
    }

    @Test("tell how a verification ended, what a path takes, and how large a body may be")
    func others() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            let id = try await fixture.started(api)
            for _ in 0..<5 { _ = try await api.check(id, fixture.wrongCode(of: id)) }
            let ended = try await api.check(id, "123456")
            #expect(ended.text("detail") == "The verification had too many wrong codes.")
            let method = try await api.call(.put, "/v1/erasures")
            #expect(method.text("detail") == "This path takes POST.")
            let body = try await api.post("/v1/erasures", String(repeating: " ", count: 16_385))
            #expect(body.text("detail") == "The body may have at most 16 KiB.")
        }
    }
}
