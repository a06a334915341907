import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import NIOCore
import Testing

@testable import HTTPService

@Suite("Bodies")
struct BodyTests {
    @Test("a body of exactly the limit is read, one byte more is 413", arguments: ["/things", "/bytes"], [1, 16])
    func limit(path: String, kibibytes: Int) async throws {
        let fixture = SurfaceFixture { $0.bodyLimits = BodyLimits(kibibytes: kibibytes) }
        let body = "{}" + String(repeating: " ", count: kibibytes * 1_024 - 2)
        try await fixture.serve { client in
            #expect(try await client.post(path, body).status.kind == .successful)
            let refused = try await client.post(path, body + " ")
            #expect(refused.status == .contentTooLarge && refused.problem == "body-too-large")
            #expect(refused.text.contains("The body may have at most \(kibibytes) KiB."))
        }
    }

    @Test(
        "JSON is taken in any case and with parameters",
        arguments: ["application/json", "Application/JSON", "application/json; charset=utf-8", "application/json ;v=1"])
    func parameters(type: String) async throws {
        let answer = try await SurfaceFixture().serve { try await $0.post("/things", "{}", [.contentType: type]) }
        #expect(answer.status == .created)
    }

    @Test(
        "other content types and encodings are 415 where JSON is wanted, and are read where bytes are",
        arguments: [
            [:], [.contentType: "text/plain"], [.contentType: "application/x-www-form-urlencoded"],
            [.contentType: "application/jsonp"], [.contentType: ""],
            [.contentType: "application/json", .contentEncoding: "gzip"],
        ] as [HTTPFields])
    func contentType(headers: HTTPFields) async throws {
        let fixture = SurfaceFixture()
        try await fixture.serve { client in
            let answer = try await client.post("/things", "{}", headers)
            #expect(answer.status == .unsupportedMediaType && answer.problem == "unsupported-media-type")
            #expect(try await client.post("/bytes", "{}", headers).status == .ok)
        }
        #expect(fixture.things == 0)
    }

    @Test("what is no JSON object is 400", arguments: ["", "{", "[]", "1", #"{"a":1,"a":2}"#, "{}{}"])
    func notAnObject(body: String) async throws {
        let answer = try await SurfaceFixture().serve { try await $0.post("/things", body) }
        #expect(answer.status == .badRequest && answer.problem == "invalid-json")
    }

    @Test("a body that trickles is 408 once its time is over")
    func trickle() async throws {
        let (body, source) = RequestBody.makeStream()
        let request = Request(head: HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/"), body: body)
        await source.yield(ByteBuffer(string: "{"))
        await source.yield(ByteBuffer(string: "}"))
        source.finish()
        let problem = await #expect(throws: Problem.self) {
            try await request.bytes(within: BodyLimits(kibibytes: 1, time: .zero))
        }
        #expect(problem?.status == .requestTimeout)
        #expect(problem?.code == "body-too-slow")
    }
}
