import Connections
import GatewayConformance
import InMemoryLogging
import Logging
import StrictJSON
import TestSupport
import Testing
import VerificationCore

@testable import Telemetry

@Suite("Sending spans", .timeLimit(.minutes(10)))
struct SpanExporterTests {
    @Test("spans go together, with the headers of the settings, and are counted")
    func together() async throws {
        try await ExporterBench.with(.json(200, "{}"), { $0.headers = [("api-key", "s3cret")] }) { bench in
            for number in 1...3 { bench.exporter.take(.sample(number)) }
            await bench.receiver.requests(atLeast: 1)
            await bench.finish()
            let request = try #require(bench.receiver.requests.first)
            #expect(bench.receiver.requests.count == 1)
            #expect(request.method == "POST" && request.uri == "/sms/v1/traces")
            #expect(request.header("content-type") == "application/json" && request.header("api-key") == "s3cret")
            #expect(try Self.names(request) == ["span 1", "span 2", "span 3"])
            #expect(bench.exporter.counts == SpanCounts(sent: 3, dropped: 0, failed: 0))
        }
    }

    /// That spans arrive through a tunnel is seen in `TinyproxyTests`.
    @Test("a proxy is asked for a tunnel, also to a receiver without TLS, and told nothing of a span before it agrees")
    func proxy() async throws {
        try await ExporterBench.with(
            .json(403, ""),
            { settings in
                // The receiver of the bench plays the proxy, and nobody is at the URL itself.
                let port = settings.url.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
                settings.way.proxy = HTTPProxy("http://u:p@127.0.0.1:\(port)")
                (settings.url, settings.tries) = ("http://spans.test:4318/v1/traces", 1)
            }
        ) { bench in
            bench.exporter.take(.sample(1))
            await bench.receiver.requests(atLeast: 1)
            await bench.finish()
            let request = try #require(bench.receiver.requests.first)
            #expect(request.method == "CONNECT" && request.uri == "spans.test:4318" && request.body.isEmpty)
            #expect(request.header("proxy-authorization") == "Basic dTpw" && request.header("api-key") == nil)
            #expect(bench.exporter.counts == SpanCounts(sent: 0, dropped: 0, failed: 1))
        }
    }

    @Test("a call carries no more spans than the settings say, and the stop sends what waits")
    func atTheStop() async throws {
        let change: (inout SpanExportSettings) -> Void = { ($0.mostTogether, $0.gathering) = (2, .seconds(3_600)) }
        try await ExporterBench.with(.json(200, "{}"), change) { bench in
            for number in 1...5 { bench.exporter.take(.sample(number)) }
            await bench.receiver.requests(atLeast: 2)
            // The fifth alone would wait for an hour.
            await bench.finish()
            let counts = try bench.receiver.requests.map { try Self.names($0).count }
            #expect(counts == [2, 2, 1])
            #expect(bench.exporter.counts.sent == 5)
        }
    }

    @Test("where too many wait, later spans are dropped and counted, and nobody waits")
    func full() async throws {
        let change: (inout SpanExportSettings) -> Void = {
            ($0.mostWaiting, $0.mostTogether, $0.lastDeadline) = (10, 10, .zero)
        }
        try await ExporterBench.with(.silence, change) { bench in
            for number in 1...10 { bench.exporter.take(.sample(number)) }
            await bench.receiver.requests(atLeast: 1)
            for number in 11...30 { bench.exporter.take(.sample(number)) }
            #expect(bench.exporter.counts == SpanCounts(sent: 0, dropped: 10, failed: 0))
            await bench.finish()
            #expect(bench.exporter.counts == SpanCounts(sent: 0, dropped: 10, failed: 20))
        }
    }

    @Test("a receiver that is busy gets the same spans again, in its own time", arguments: [429, 502, 503, 504])
    func busy(status: Int) async throws {
        let change: (inout SpanExportSettings) -> Void = { $0.firstPause = .seconds(3_600) }
        try await ExporterBench.with(.json(status, "", headers: ["retry-after: 0"]), change) { bench in
            bench.exporter.take(.sample())
            await bench.receiver.requests(atLeast: 2)
            bench.receiver.answer(.json(200, ""))
            let count = bench.receiver.requests.count
            await bench.receiver.requests(atLeast: count + 1)
            await bench.finish()
            #expect(Set(bench.receiver.requests.map(\.body)).count == 1)
            #expect(bench.exporter.counts == SpanCounts(sent: 1, dropped: 0, failed: 0))
            #expect(
                bench.log.entries.map(\.message) == [
                    "spans cannot be sent; requests go on without", "spans are sent again",
                ])
        }
    }

    @Test("a receiver that refuses is not asked again for the same spans", arguments: [400, 401, 404, 413, 500, 301])
    func refused(status: Int) async throws {
        try await ExporterBench.with(.json(status, "", headers: ["location: http://127.0.0.1:1/"])) { bench in
            bench.exporter.take(.sample())
            await bench.receiver.requests(atLeast: 1)
            await bench.finish()
            #expect(bench.receiver.requests.count == 1)
            #expect(bench.exporter.counts == SpanCounts(sent: 0, dropped: 0, failed: 1))
        }
    }

    @Test("spans that the receiver rejects are counted, and told once")
    func partialSuccess() async throws {
        let answer = #"{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old"}}"#
        try await ExporterBench.with(.json(200, answer), { $0.mostTogether = 2 }) { bench in
            for number in 1...4 { bench.exporter.take(.sample(number)) }
            await bench.receiver.requests(atLeast: 2)
            await bench.finish()
            #expect(bench.exporter.counts == SpanCounts(sent: 2, dropped: 0, failed: 2))
            #expect(bench.log.entries.map(\.message) == ["the receiver of spans has rejected some"])
            #expect(bench.log.entries.first?.metadata["error"] == "too old")
        }
    }

    @Test("without a receiver spans are lost after a few tries, and the log says so once")
    func away() async throws {
        let change: (inout SpanExportSettings) -> Void = { ($0.firstPause, $0.tries) = (.milliseconds(1), 3) }
        try await ExporterBench.with(.silence, change) { bench in
            try await bench.receiver.stop()
            bench.exporter.take(.sample())
            while bench.exporter.counts.failed < 1 { await Task.yield() }
            await bench.finish()
            #expect(bench.log.entries.map(\.message) == ["spans cannot be sent; requests go on without"])
        }
    }

    @Test("the stop does not wait for a receiver that stays silent")
    func silentAtTheStop() async throws {
        try await ExporterBench.with(.silence, { $0.lastDeadline = .milliseconds(50) }) { bench in
            bench.exporter.take(.sample())
            await bench.receiver.requests(atLeast: 1)
            let begin = ContinuousClock.now
            await bench.finish()
            // The call alone may take an hour.
            #expect(.now - begin < .seconds(60))
            #expect(bench.exporter.counts.failed == 1)
        }
    }

    private static func names(_ request: StandInRequest) throws -> [String] {
        let scope = try JSONValue(parsing: request.body)["resourceSpans"]?.array?.first?["scopeSpans"]?.array?.first
        return (scope?["spans"]?.array ?? []).compactMap { $0["name"]?.string }
    }
}

/// An exporter that runs, and its receiver.
private struct ExporterBench {
    let receiver: ProviderStandIn
    let exporter: SpanExporter
    let log = InMemoryLogHandler()
    private let running: Task<Void, Never>

    /// By default the first span waits for no other, and no call ends by itself.
    static func with(
        _ answer: StandInAnswer, _ change: (inout SpanExportSettings) -> Void = { _ in },
        _ body: (ExporterBench) async throws -> Void
    ) async throws {
        let receiver = try await ProviderStandIn.start(answer)
        let url = try #require(SpanReceiverURL(receiver.url))
        var settings = SpanExportSettings(url: url.traces)
        (settings.gathering, settings.callDeadline) = (.milliseconds(200), .seconds(3_600))
        (settings.lastDeadline, settings.tries) = (.seconds(60), .max)
        change(&settings)
        let bench = ExporterBench(receiver, settings)
        let result = await Result.catching { try await body(bench) }
        await bench.finish()
        try? await receiver.stop()
        try result.get()
    }

    private init(_ receiver: ProviderStandIn, _ settings: SpanExportSettings) {
        self.receiver = receiver
        let (log, now) = (log, Timestamp(seconds: 1_767_225_600))
        let exporter = SpanExporter(settings, now: { now }, logger: Logger(label: "test") { _ in log })
        self.exporter = exporter
        running = Task { await exporter.run() }
    }

    /// Stops the exporter, and returns when it has ended; a second call does nothing.
    func finish() async {
        exporter.close()
        await running.value
    }
}
