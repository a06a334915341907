import Testing

@testable import Telemetry

@Suite("What a receiver of OTLP says")
struct OTLPAnswerTests {
    @Test("a success may reject some spans; their number is a text, or a number")
    func success() {
        let rows: [(String, OTLPAnswer)] = [
            ("{}", .taken(rejected: 0, reason: nil)), ("", .taken(rejected: 0, reason: nil)),
            ("\u{1}no JSON", .taken(rejected: 0, reason: nil)),
            (#"{"partialSuccess":{}}"#, .taken(rejected: 0, reason: nil)),
            (#"{"partialSuccess":{"rejectedSpans":"3","errorMessage":"old"}}"#, .taken(rejected: 3, reason: "old")),
            (#"{"partialSuccess":{"rejectedSpans":2}}"#, .taken(rejected: 2, reason: nil)),
            (#"{"partialSuccess":{"rejectedSpans":"-2"}}"#, .taken(rejected: 0, reason: nil)),
        ]
        for (body, answer) in rows {
            #expect(OTLPAnswer(status: 200, retryAfter: nil, body: Array(body.utf8)) == answer)
        }
    }

    @Test("four statuses allow another try, and no other does")
    func statuses() {
        for status in 100..<600 where !(200..<300).contains(status) {
            let answer = OTLPAnswer(status: status, retryAfter: .seconds(3), body: [])
            let mayTryAgain = [429, 502, 503, 504].contains(status)
            #expect(answer == (mayTryAgain ? .busy(status: status, after: .seconds(3)) : .refused(status: status)))
        }
    }

    @Test(
        "a receiver's URL is as OpenTelemetry's setting has it",
        arguments: [
            ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
            ("https://collector.example/", "https://collector.example/v1/traces"),
            ("http://[::1]:4318/base//", "http://[::1]:4318/base/v1/traces"),
            ("ftp://collector", nil), ("collector:4318", nil), ("http://", nil), ("http://u:p@collector", nil),
            ("http://collector?x=1", nil), ("http://collector/#x", nil), ("", nil),
        ] as [(String, String?)])
    func url(text: String, traces: String?) {
        #expect(SpanReceiverURL(text)?.traces == traces)
    }

    @Test("attributes of the process may be any text, and of two with one name the later counts")
    func attributes() throws {
        let read = try #require(
            SpanReceiverHeaders(attributes: "team=Z%C3%BCrich, deployment/zone = a ,team=Ulm,empty=,odd=%ZZ"))
        #expect(read.fields.map(\.name) == ["deployment/zone", "team", "empty", "odd"])
        #expect(read.fields.map(\.value) == ["a", "Ulm", "", "%ZZ"])
        for text in ["team", "=a", "a=b,c"] { #expect(SpanReceiverHeaders(attributes: text) == nil, "\(text)") }
    }

    @Test("headers are pairs with escapes, and are shown to nobody")
    func headers() throws {
        let headers = try #require(SpanReceiverHeaders("api-key=s3cret, x-tenant = a%20b,,empty="))
        #expect(headers.fields.map(\.name) == ["api-key", "x-tenant", "empty"])
        #expect(headers.fields.map(\.value) == ["s3cret", "a b", ""])
        #expect(!"\(headers)".contains("s3cret"))
        for text in ["api-key", "=x", "a b=c", "a=\u{e9}", "a=%0d%0ax", "a=%zz"] {
            #expect(SpanReceiverHeaders(text) == nil, "\(text)")
        }
    }
}
