import HTTPTypes
import Messages
import NIOCore
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationAPI

@Suite("POST /v1/verifications")
struct StartVerificationTests {
    @Test("a good request is published once and answered 202 with its id, place and deadline")
    func accepts() async throws {
        let fixture = try APIFixture()
        let answer = try await fixture.serve { try await $0.start("+1 (415) 555-2123") }
        #expect(answer.status == 202)
        #expect(answer.headers[.contentType] == "application/json")
        let published = try #require(fixture.queue.published.first)
        #expect(fixture.queue.published.count == 1)
        #expect(answer.id == published.request.id)
        #expect(answer.headers[.location] == "/v1/verifications/\(published.request.id)")
        #expect(answer.text("status") == "queued")
        #expect(answer.text("phoneNumber") == "+1••••••••23")
        #expect(answer.text("requestedAt") == "2026-01-01T01:00:00.000Z")
        #expect(answer.text("resendAfter") == "2026-01-01T01:01:00.000Z")
        #expect(answer.text("deadline") == "2026-01-01T01:10:00.000Z")
        #expect(published.request.phone.e164 == "+14155552123")
        #expect(published.request.app == fixture.app.id)
        #expect(published.wait == nil)
    }

    @Test("every member of the form reaches the queue")
    func carriesTheForm() async throws {
        let fixture = try APIFixture()
        let body = """
            {"phoneNumber":"+14155552123","languageCode":"pt-BR","clientIp":"192.0.2.7","webOtpDomain":"example.com",
             "webOtpEmbeddedDomain":"pay.example","metadata":{"user":"42"}}
            """
        let answer = try await fixture.serve { try await $0.post("/v1/verifications", body) }
        let request = try #require(fixture.queue.published.first).request
        #expect(answer.status == 202)
        #expect(request.language == LanguageTag("pt-BR"))
        #expect(request.clientIP == IPAddress("192.0.2.7"))
        #expect(request.autofill == Autofill(webOTPDomain: "example.com", embedded: "pay.example"))
        #expect(request.metadata == ["user": "42"])
    }

    @Test("ids are signed for the app that asked, and differ from each other")
    func signsIDs() async throws {
        let fixture = try APIFixture()
        try await fixture.serve { api in
            for _ in 0..<20 { _ = try await api.start("+14155552123") }
        }
        let ids = fixture.queue.published.map(\.request.id)
        let other = try AppID.named("other")
        #expect(Set(ids).count == 20)
        #expect(ids.allSatisfy { fixture.keyRing.signed($0, for: fixture.app.id) })
        #expect(ids.allSatisfy { !fixture.keyRing.signed($0, for: other) })
    }

    @Test("members that only verifyd may set are ignored")
    func ignoresUnknownMembers() async throws {
        let fixture = try APIFixture()
        let body = """
            {"phoneNumber":"+14155552123","code":"000000","status":"approved","attempts":-9,"app":"other",
             "verificationId":"01890a5d-ac96-774b-bcce-b302099a8057","deadline":"2099-01-01T00:00:00Z"}
            """
        let answer = try await fixture.serve { try await $0.post("/v1/verifications", body) }
        let request = try #require(fixture.queue.published.first).request
        #expect(answer.text("status") == "queued")
        #expect(request.id.description != "01890a5d-ac96-774b-bcce-b302099a8057")
        #expect(request.app == fixture.app.id)
        #expect(request.deadline == fixture.clock.now + .seconds(600))
    }

    @Test(
        "spellings of one number are published as the same number",
        arguments: ["+14155552123", "+1 415 555 2123", "+1-415-555-2123", "+1 (415) 555.2123"])
    func normalizes(phone: String) async throws {
        let fixture = try APIFixture()
        _ = try await fixture.serve { try await $0.start(phone) }
        #expect(fixture.queue.published.map(\.request.phone.e164) == ["+14155552123"])
    }

    @Test(
        "a tag that is well formed is accepted, whether or not we have a text for it",
        arguments: ["en", "EN", "en-us", "zh-Hant-TW", "zh_TW", "x-klingon", "en_US@calendar=buddhist", "zh_HK_#Hant"])
    func acceptsTags(tag: String) async throws {
        let fixture = try APIFixture()
        let body = #"{"phoneNumber":"+14155552123","languageCode":"\#(tag)"}"#
        #expect(try await fixture.serve { try await $0.post("/v1/verifications", body) }.status == 202)
    }

    @Test("a traceparent goes on to the queue, a malformed one does not")
    func passesTraceContext() async throws {
        let fixture = try APIFixture()
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        try await fixture.serve { api in
            for value in [trace, "00-zz-01"] {
                _ = try await api.post(
                    "/v1/verifications", #"{"phoneNumber":"+14155552123"}"#, [.traceparent: value])
            }
        }
        #expect(fixture.queue.published.map(\.context?.traceparent) == [trace, nil])
    }

    @Test("a tracestate goes on to the queue, in as many fields as it came")
    func passesTraceState() async throws {
        let fixture = try APIFixture()
        var fields: HTTPFields = [.traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"]
        fields.append(HTTPField(name: .tracestate, value: "a=1"))
        fields.append(HTTPField(name: .tracestate, value: "b=2"))
        try await fixture.serve { [fields] api in
            _ = try await api.post("/v1/verifications", #"{"phoneNumber":"+14155552123"}"#, fields)
        }
        #expect(fixture.queue.published.map(\.context?.tracestate) == ["a=1, b=2"])
    }

    @Test("a queue that is away is 503 with Retry-After, and nothing is published")
    func queueAway() async throws {
        let fixture = try APIFixture()
        fixture.queue.fail(with: .unavailable)
        let answer = try await fixture.serve { try await $0.start("+14155552123") }
        #expect(answer.status == 503)
        #expect(answer.problem == "queue-unavailable")
        #expect(answer.headers[.retryAfter] == "2")
        #expect(answer.id == nil)
        #expect(fixture.queue.published.isEmpty)
    }

    @Test("a publish that nobody confirmed is 503 and names the id", arguments: [nil, "wait=5"])
    func queueUnconfirmed(prefer: String?) async throws {
        let fixture = try APIFixture()
        fixture.queue.fail(with: .unknown)
        let answer = try await fixture.serve { try await $0.start("+14155552123", prefer: prefer) }
        let id = try #require(fixture.queue.published.first).request.id
        #expect(answer.status == 503)
        #expect(answer.problem == "queue-unconfirmed")
        #expect(answer.id == id)
        #expect(answer.headers[.location] == "/v1/verifications/\(id)")
        #expect(answer.headers[.retryAfter] == "2")
    }

    @Test("new verifications are accepted while the database is away")
    func databaseAway() async throws {
        let fixture = try APIFixture()
        fixture.world.away = [.verifications]
        #expect(try await fixture.serve { try await $0.start("+14155552123") }.status == 202)
    }
}
