import StrictJSON
import Testing
import VerificationCore

/// What a stranger, or a backend with a defect, sends over HTTP.
@Suite("bad input over HTTP", .serialized, .timeLimit(.minutes(10)))
struct BadInputTests {
    /// A text for every place where a caller may write; the program never says it by itself.
    private static let raw = "zqxsentinel"

    private struct Row {
        let name: String
        var method = "POST"
        var path = "/v1/verifications"
        var body: String? = "{}"
        var headers = ["content-type": "application/json"]
        var hasKey = true
        let status: Int

        func with(_ name: String, _ value: String) -> Row {
            var row = self
            row.headers[name] = value
            return row
        }
    }

    @Test("is refused, puts nothing on the queue, and leaves no trace of its words in the log")
    func refused() async throws {
        try await withSite { site in
            let api = try await site.api(["log.level=trace"]).caller
            for row in Self.bodies + Self.heads + Self.ids {
                let answer = try await api.send(
                    row.method, row.path, row.body, key: row.hasKey ? api.key : nil, row.headers)
                #expect(answer.status == row.status, "\(row.name)")
                let said = String(decoding: answer.body.serialized, as: UTF8.self)
                #expect(answer.code?.isEmpty == false && !said.contains(Self.raw), "\(row.name)")
            }
            #expect(try await api.isAlive())
            #expect(try await site.waiting() == 0)
            #expect(try await site.dead() == 0)
            site.expectNotLogged([Self.raw, Self.raw.uppercased()])
        }
    }

    private static let bodies = [
        Row(name: "no body", body: nil, status: 400),
        Row(name: "no object", body: "\"\(raw)\"", status: 400),
        Row(name: "half of one", body: "{\"phoneNumber\":\"\(raw)", status: 400),
        Row(name: "two of them", body: "{\"\(raw)\":1}{}", status: 400),
        Row(name: "more than 16 KiB", body: "{\"\(raw)\":\"\(String(repeating: raw, count: 2_000))\"}", status: 413),
        Row(name: "8,000 open arrays", body: "[\"\(raw)\"," + String(repeating: "[", count: 8_000), status: 400),
        Row(name: "a member twice", body: "{\"\(raw)\":1,\"\(raw)\":2}", status: 400),
        Row(name: "an object for a number", body: "{\"phoneNumber\":{\"\(raw)\":\"\(raw)\"}}", status: 400),
        Row(name: "no number", body: "{\"phoneNumber\":\"+\(raw)\"}", status: 400),
        Row(
            name: "a language that is a path",
            body: "{\"phoneNumber\":\"+4915123410000\",\"languageCode\":\"../\(raw)\"}",
            status: 400),
        Row(
            name: "a language that is a format",
            body: "{\"phoneNumber\":\"+4915123410000\",\"languageCode\":\"%s%n{{\(raw)}}\"}", status: 400),
        Row(
            name: "an address that is none", body: "{\"phoneNumber\":\"+4915123410000\",\"clientIp\":\"\(raw)\"}",
            status: 400),
        Row(
            name: "metadata that is too long",
            body: "{\"phoneNumber\":\"+4915123410000\",\"metadata\":{\"a\":\"\(String(repeating: raw, count: 50))\"}}",
            status: 400),
    ]

    private static let heads = [
        Row(name: "another media type", headers: ["content-type": "text/\(raw)"], status: 415),
        Row(name: "no media type", headers: [:], status: 415),
        Row(name: "an encoding", status: 415).with("content-encoding", raw),
        Row(name: "no key", hasKey: false, status: 401),
        Row(name: "a wrong key", hasKey: false, status: 401).with("authorization", "Bearer \(raw)"),
        Row(name: "a key in the query", path: "/v1/verifications?key=\(raw)", hasKey: false, status: 401),
        Row(name: "an idempotency key of 256", status: 400).with(
            "idempotency-key", raw + String(repeating: "a", count: 256 - raw.utf8.count)),
        Row(name: "an idempotency key that is not ASCII", status: 400).with("idempotency-key", raw + "é"),
        Row(name: "words in every field", status: 400).with("x-forwarded-for", raw).with("user-agent", raw)
            .with("prefer", raw).with("traceparent", raw).with("request-id", "\(raw) \(raw)").with("cookie", raw)
            .with("x-request-id", "\"\(raw)\"").with(raw, raw),
        Row(name: "TRACE", method: "TRACE", body: nil, status: 405).with("cookie", raw),
        Row(name: "a path that is none", method: "GET", path: "/\(raw)", body: nil, status: 404),
    ]

    private static let ids =
        ["\(raw)", "'\(raw)'--", "%00\(raw)", "..%2F\(raw)", "{\(raw)}", String(repeating: raw, count: 500)].map {
            Row(
                name: "an id that is \($0.prefix(20))", method: "GET", path: "/v1/verifications/\($0)", body: nil,
                status: 404)
        }
        + ["\"\(raw)\"", "\"１２３４５Ａ\"", "123456", "\"\(String(repeating: raw, count: 900))\""].map {
            Row(
                name: "a code that is \($0.prefix(20))",
                path: "/v1/verifications/01890a5d-ac96-774b-bcce-b302099a8057/checks", body: "{\"code\":\($0)}",
                status: 400)
        }
}
