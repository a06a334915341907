import Foundation
import NIOHTTP1
import PostgreSQL
import Queue
import StrictJSON
import TestSupport
import Testing

/// A caller's trace, followed through all processes.
@Suite("traces", .serialized, .timeLimit(.minutes(10)))
struct TraceTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let callersSpan = "00f067aa0ba902b7"

    @Test("a caller's trace goes through the queue to the gateway's call; log and database know it")
    func withoutSpans() async throws {
        try await withReceivers { site, gateway, _ in
            let settings = ["log.level=debug"]
            let (api, worker) = (
                try await site.api(settings), try await site.worker(url: gateway.url, settings: settings)
            )
            let phone = Site.phones(1)[0]
            let id = try await start(phone, at: api.caller)
            let call = try #require(try await gateway.calls("the gateway's call") { !$0.isEmpty }.first)
            #expect(call.headers["traceparent"] == ["00-\(Self.trace)-\(Self.callersSpan)-01"])
            #expect(call.headers["tracestate"] == ["rojo=1"])

            let answered = try await api.process.says("answered", "route", "/v1/verifications")
            let handled = try await worker.says("handled", "verification", id)
            for line in [answered, handled] {
                #expect(line?["verification"]?.string == id)
                #expect(line?["trace_id"]?.string == Self.trace && line?["span_id"]?.string == Self.callersSpan)
            }
            #expect(answered?["request"]?.string == "call-7")
            #expect(try await site.traces() == [Self.trace])

            // A caller who waits for the worker's word gets no `Location`, and the line names its verification as well.
            let waited = try await start(
                Site.phones(2)[1], at: api.caller, ["prefer": "wait=30", "request-id": "call-8"])
            let word = try await api.process.says("answered", "request", "call-8")
            #expect(word?["verification"]?.string == waited && word?["status"] == .integer(200))
            #expect(!"\(api.process.log)\(worker.log)".contains(phone.dropFirst()))
            try await site.expectDrained()
        }
    }

    @Test("with a receiver of spans, call, publish, handling and gateway's call are spans, each the next one's parent")
    func spans() async throws {
        try await withReceivers { site, gateway, collector in
            let settings = ["log.level=debug", "trace.endpoint=\(collector.url)", "trace.service=sms"]
            let (api, worker) = (
                try await site.api(settings), try await site.worker(url: gateway.url, settings: settings)
            )
            let phone = Site.phones(1)[0]
            let id = try await start(phone, at: api.caller)
            let call = try #require(try await gateway.calls("the gateway's call") { !$0.isEmpty }.first)
            let handled = try await worker.says("handled", "verification", id)
            let answered = try await api.process.says("answered", "verification", id)
            #expect(try await api.caller.isAlive())
            // The stop sends what waits.
            for process in [api.process, worker] { try await process.stop() }

            let spans = collector.calls.flatMap(\.spans)
            let (exchange, queue) = (site.topology.exchange, site.topology.requests)
            let names = [
                "POST /v1/verifications", "publish \(exchange):request", "process \(exchange):request:\(queue)",
                "send \(spans.compactMap { $0.attributes["verifyd.gateway"] }.first ?? "?")",
            ]
            let path = try names.map { name in try #require(spans.first { $0.name == name }, "\(name)") }
            #expect(path.map(\.kind) == [2, 4, 5, 3])
            #expect(path.allSatisfy { $0.trace == Self.trace })
            #expect(path.map(\.parent) == [Self.callersSpan] + path.dropLast().map(\.id))
            #expect(call.headers["traceparent"] == ["00-\(Self.trace)-\(path[3].id)-01"])
            #expect(answered?["span_id"]?.string == path[0].id && handled?["span_id"]?.string == path[2].id)
            #expect(path[2].attributes["messaging.message.id"] == id && path[2].attributes["verifyd.outcome"] == "sent")
            #expect(path[0].attributes["http.response.status_code"] == "202")
            // Probes begin no trace.
            #expect(spans.allSatisfy { $0.trace == Self.trace })
            let told = collector.calls.map { String(decoding: $0.body, as: UTF8.self) }.joined()
            #expect(told.contains(#""stringValue":"sms""#))
            #expect(collector.calls.allSatisfy { $0.path.hasSuffix("/v1/traces") })
            #expect(!told.contains(phone.dropFirst()))
            #expect(try await site.traces() == [Self.trace])
        }
    }

    @Test(
        "where Prometheus takes OpenMetrics, a bucket of the wait leads to a trace; a parser of others reads the page")
    func exemplars() async throws {
        try await withReceivers { site, gateway, _ in
            let (api, worker) = (try await site.api(), try await site.worker(url: gateway.url))
            _ = try await start(Site.phones(1)[0], at: api.caller)
            try await gateway.calls("the gateway's call") { !$0.isEmpty }
            let admin = try await site.operatorCaller(of: worker)
            let page = try await admin.page("/metrics", accept: "application/openmetrics-text; version=1.0.0").body
            // Prints each exemplar's family and trace; the parser refuses what is no OpenMetrics.
            let words = """
                import sys
                from prometheus_client.openmetrics.parser import text_string_to_metric_families
                for family in text_string_to_metric_families(sys.argv[1]):
                    for sample in family.samples:
                        if sample.exemplar:
                            print(family.name, sample.exemplar.labels["trace_id"])
                """
            let output = try await ChildProcess.run(
                URL(filePath: try TestVariable.value(of: "VERIFYD_PYTHON")), ["-B", "-c", words, page], environment: [:]
            )
            let exemplars = String(decoding: output, as: UTF8.self)
            #expect(exemplars.contains("verifyd_job_wait_seconds \(Self.trace)"), "\(exemplars)")
        }
    }

    @Test("a receiver of spans that is silent or away costs no request, and delays no stop")
    func deafReceiver() async throws {
        try await withReceivers { site, gateway, collector in
            collector.behave(.silent)
            let away = ["trace.endpoint=http://127.0.0.1:1"]
            let api = try await site.api(["trace.endpoint=\(collector.url)"])
            let worker = try await site.worker(url: gateway.url, settings: away)
            for phone in Site.phones(20) { _ = try await start(phone, at: api.caller) }
            try await gateway.calls("twenty calls of the gateway") { $0.count == 20 }
            try await collector.calls("spans") { !$0.isEmpty }
            #expect(try await api.caller.metrics().contains(#"verifyd_trace_spans_total{result="sent"} 0"#))
            try await worker.says("spans cannot be sent; requests go on without")
            try await site.expectDrained()
        }
    }

    /// Asks for a verification as a caller who traces does; returns its id.
    private func start(
        _ phone: String, at api: APICaller, _ more: [String: String] = [:]
    ) async throws -> String {
        let headers = [
            "content-type": "application/json", "traceparent": "00-\(Self.trace)-\(Self.callersSpan)-01",
            "tracestate": "rojo=1", "request-id": "call-7",
        ].merging(more) { $1 }
        let answer = try await api.send(
            "POST", "/v1/verifications", #"{"phoneNumber":"\#(phone)"}"#, key: api.key, headers)
        return try #require(answer.id, "\(answer)")
    }

    /// Lends a site, a gateway that keeps the headers of its calls, and a receiver of spans.
    private func withReceivers(_ body: (Site, EventReceiver, EventReceiver) async throws -> Void) async throws {
        let (gateway, collector) = (try EventReceiver(), try EventReceiver())
        try await gateway.open()
        try await collector.open()
        try await withSite { try await body($0, gateway, collector) }
        try await gateway.close()
        try await collector.close()
    }
}

/// A span as a receiver reads it.
private struct WrittenSpan {
    let trace: String?
    let id: String
    let parent: String?
    let name: String?
    let kind: Int64?
    let attributes: [String: String]
}

extension EventReceiver.Call {
    fileprivate var spans: [WrittenSpan] {
        let scope = json?["resourceSpans"]?.array?.first?["scopeSpans"]?.array?.first
        return (scope?["spans"]?.array ?? []).map { span in
            let attributes = (span["attributes"]?.array ?? []).map { attribute in
                let (key, value) = (attribute["key"]?.string ?? "", attribute["value"])
                return (key, value?["stringValue"]?.string ?? value?["intValue"]?.string ?? "")
            }
            return WrittenSpan(
                trace: span["traceId"]?.string, id: span["spanId"]?.string ?? "", parent: span["parentSpanId"]?.string,
                name: span["name"]?.string, kind: span["kind"]?.integer,
                attributes: Dictionary(attributes) { first, _ in first })
        }
    }
}

extension Site {
    /// The traces of all requests that the database knows, as `traceparent` writes them.
    fileprivate func traces() async throws -> [String] {
        let rows = try await pool.query("select replace(trace::text, '-', '') from verification_request")
        return try rows.column(as: String.self)
    }
}
