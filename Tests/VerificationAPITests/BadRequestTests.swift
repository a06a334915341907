import HTTPTypes
import InMemoryLogging
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("Bad input to POST /v1/verifications")
struct BadRequestTests {
    @Test(
        "is refused with the right status, code and param, and nothing is published",
        arguments: BadRequest.documents + BadRequest.phones + BadRequest.others)
    func refused(bad: BadRequest) async throws {
        let fixture = try APIFixture()
        let answer = try await fixture.serve { try await $0.post("/v1/verifications", bytes: bad.body) }
        #expect(answer.status == bad.status)
        #expect(answer.problem == bad.code)
        #expect(answer.text("param") == bad.param)
        #expect(answer.text("reason") == bad.reason)
        #expect(answer.text("type") == "about:blank")
        #expect(answer.text("title")?.isEmpty == false)
        #expect(answer.text("detail")?.isEmpty == false)
        #expect(fixture.queue.published.isEmpty)
    }

    @Test("an answer to bad input repeats nothing of it")
    func repeatsNothing() async throws {
        let fixture = try APIFixture()
        let answer = try await fixture.serve {
            try await $0.post("/v1/verifications", #"{"phoneNumber":"+999<script>"}"#)
        }
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("script"))
        #expect(!"\(fixture.logs.entries)".contains("script"))
    }

    @Test("a body of exactly 16 KiB is read")
    func largestBody() async throws {
        let fixture = try APIFixture()
        let body = #"{"phoneNumber":"+14155552123"}"#
        let padded = body + String(repeating: " ", count: 16_384 - body.utf8.count)
        #expect(try await fixture.serve { try await $0.post("/v1/verifications", padded) }.status == 202)
    }

    @Test(
        "other content types and encodings are 415",
        arguments: [
            "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "application/problem+json", "json",
            "",
        ])
    func contentType(type: String) async throws {
        let fixture = try APIFixture()
        let body = #"{"phoneNumber":"+14155552123"}"#
        let (answer, compressed) = try await fixture.serve { api in
            (
                try await api.post("/v1/verifications", body, [.contentType: type]),
                try await api.post("/v1/verifications", body, [.contentEncoding: "gzip"])
            )
        }
        for answer in [answer, compressed] {
            #expect(answer.status == 415)
            #expect(answer.problem == "unsupported-media-type")
        }
        #expect(fixture.queue.published.isEmpty)
    }

    @Test("no content type is 415")
    func noContentType() async throws {
        let fixture = try APIFixture()
        #expect(try await fixture.serve { try await $0.post("/v1/verifications") }.status == 415)
    }

}
