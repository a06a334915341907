import StrictJSON
import Testing
import VerificationCore

@testable import Telemetry

/// OTLP's rules for JSON: ids in hexadecimal, 64 bits as texts, kinds and codes as numbers, names in camel case.
@Suite("Spans as OTLP's JSON")
struct OTLPDocumentTests {
    @Test("a span is written whole, byte by byte")
    func whole() {
        let span = Span.sample(
            kind: .server, tracestate: "rojo=1",
            attributes: [.method("POST"), .route("/v1/verifications"), .status(503)], failure: "503")
        #expect(
            text([span], resource: [("service.name", "verifyd")]) == """
                {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"verifyd"}}]},\
                "scopeSpans":[{"scope":{"name":"verifyd"},"spans":[{"traceId":"0af7651916cd43dd8448eb211c80319c",\
                "spanId":"0000000000000001","traceState":"rojo=1","parentSpanId":"b7ad6b7169203331","flags":769,\
                "name":"span 1","kind":2,"startTimeUnixNano":"1767225600000000001",\
                "endTimeUnixNano":"1767225600005000002","attributes":[\
                {"key":"http.request.method","value":{"stringValue":"POST"}},\
                {"key":"url.scheme","value":{"stringValue":"http"}},\
                {"key":"http.route","value":{"stringValue":"/v1/verifications"}},\
                {"key":"http.response.status_code","value":{"intValue":"503"}},\
                {"key":"error.type","value":{"stringValue":"503"}}],"status":{"code":2}}]}]}]}
                """)
    }

    @Test("a trace that begins here has no parent, and a span that did not fail has no status")
    func root() throws {
        let span = try written(.sample(parent: nil))
        #expect(span["parentSpanId"] == nil && span["traceState"] == nil && span["status"] == nil)
        #expect(span["flags"]?.integer == 0x101)
    }

    @Test("kinds are OpenTelemetry's numbers; a parent in another process is known to be there")
    func kinds() throws {
        let rows: [(Span.Kind, Int64, Int64)] = [
            (.server, 2, 0x301), (.client, 3, 0x101), (.producer, 4, 0x101), (.consumer, 5, 0x301),
        ]
        for (kind, number, flags) in rows {
            let span = try written(.sample(kind: kind))
            #expect(span["kind"]?.integer == number && span["flags"]?.integer == flags)
        }
    }

    @Test("whoever handles a message is linked to the span that made the message")
    func link() throws {
        let link = try #require(try written(.sample(kind: .consumer))["links"]?.array?.first)
        #expect(link["traceId"]?.string == "0af7651916cd43dd8448eb211c80319c")
        #expect(link["spanId"]?.string == "b7ad6b7169203331")
        #expect(try written(.sample(kind: .client))["links"] == nil)
    }

    @Test("attributes have the names of OpenTelemetry's conventions for RabbitMQ")
    func names() throws {
        let id = try #require(VerificationID("019b7f3e-6000-7000-8000-000000000001"))
        let span = try written(
            .sample(
                kind: .consumer,
                attributes: [
                    .operation(.process), .destination("x:request:q"), .routingKey("request"), .deliveryTag(.max),
                    .message(id), .bodySize(7), .verification(id), .outcome("sent"), .gateway("main"), .attempt(2),
                ]))
        let texts = (span["attributes"]?.array ?? []).map { attribute in
            let value = attribute["value"]
            let text = value?["stringValue"]?.string ?? value?["intValue"]?.string ?? "?"
            return "\(attribute["key"]?.string ?? "?")=\(text)"
        }
        #expect(
            texts == [
                "messaging.system=rabbitmq", "messaging.operation.name=process", "messaging.operation.type=process",
                "messaging.destination.name=x:request:q", "messaging.rabbitmq.destination.routing_key=request",
                "messaging.rabbitmq.message.delivery_tag=9223372036854775807",
                "messaging.message.id=019b7f3e-6000-7000-8000-000000000001", "messaging.message.body.size=7",
                "verifyd.verification=019b7f3e-6000-7000-8000-000000000001", "verifyd.outcome=sent",
                "verifyd.gateway=main", "verifyd.try=2",
            ])
        #expect(SpanAttribute.operation(.publish).otlp.map(\.value).last == .text("send"))
    }

    private func text(_ spans: [Span], resource: [(name: String, value: String)] = []) -> String {
        String(decoding: OTLPDocument(spans: spans, resource: resource).bytes, as: UTF8.self)
    }

    private func written(_ span: Span) throws -> JSONValue {
        let document = try JSONValue(parsing: Array(text([span]).utf8))
        return try #require(
            document["resourceSpans"]?.array?.first?["scopeSpans"]?.array?.first?["spans"]?.array?.first)
    }
}
