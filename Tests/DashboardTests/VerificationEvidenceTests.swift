import HTTPTypes
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The evidence on a verification's page")
struct VerificationEvidenceTests {
    private let trace = TraceID(high: 0x4bf9_2f35_77b3_4da6, low: 0xa3ce_929d_0e0e_4736)

    @Test("shows trace, network, metadata and what the store keeps of the message, and each as text")
    func facts() async throws {
        let fixture = try await DashboardFixture()
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        let request = try bench.request(clientIP: "192.0.2.7", metadata: ["<i>": "<b>7"])
        let order = try await bench.send(request, trace: trace)
        fixture.clock.advance(by: .seconds(2))
        let isSaved = try await bench.record(
            .accepted(gatewayID: "SM-1"), of: order, request, gateway: "main", reportsDelivery: true)
        #expect(isSaved)
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let data = try await client.twin("/verifications/\(request.id)", cookies: viewer)
            #expect(data["trace"]?.string == "\(trace)" && data["network"]?.string == request.clientIP?.network)
            #expect(data["traceURL"]?.string == "https://traces.example.com/t/\(trace)")
            let text = try #require(data["texts"]?.array?.first)
            #expect(text["language"] == "de" && text["segments"] == 1 && text["gatewayMessage"] == "SM-1")
            let span = data["spans"]?.array?.last
            #expect(span?["what"] == "message 1: until main had accepted it" && span?["seconds"]?.double == 2)
            let page = try await client.page("/verifications/\(request.id)", cookies: viewer)
            #expect(page.contains("Metadata &lt;i&gt;") && page.contains("&lt;b&gt;7") && !page.contains("<b>7"))
            #expect(page.contains("Open trace") && page.contains("Sends left"))
        }
    }

    @Test("tells each request that joined, with its trace, and how many events were written and still wait")
    func trail() async throws {
        let fixture = try await DashboardFixture()
        var bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        bench.tellsEvents = true
        let request = try await bench.verification()
        fixture.clock.advance(by: .seconds(5))
        let joining = try bench.request()
        #expect(try await bench.claim(joining, trace: trace).order == nil)
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let data = try await client.twin("/verifications/\(request.id)", cookies: viewer)
            let joined = data["trail"]?["joined"]?.array
            #expect(joined?.map { $0["id"]?.string } == ["\(joining.id)"])
            #expect(joined?.first?["outcome"] == "duplicate" && joined?.first?["sinceStartSeconds"]?.double == 5)
            #expect(joined?.first?["traceURL"]?.string == "https://traces.example.com/t/\(trace)")
            let waiting = data["trail"]?["waiting"]?.array?.map { $0["kind"]?.string }
            #expect(data["trail"]?["eventCount"] == 1 && waiting == ["verification.sent"])
            #expect(data["steps"]?.array?.contains { $0["what"] == "another request joined" } == true)
            let bar = data["spans"]?.array?.first { $0["what"]?.string?.hasPrefix("another request joined") == true }
            #expect(bar?["seconds"]?.double == 0 && bar?["width"]?.double == 0.5)
            let page = try await client.page("/verifications/\(request.id)", cookies: viewer)
            #expect(page.contains("after the first: 1.") && page.contains("verification.sent</th>"))
            #expect(page.contains("Written for the app: 1. Still in the outbox: 1."))
            let other = try await client.page("/verifications/\(joining.id)", cookies: viewer)
            #expect(other.contains("<code>\(joining.id)</code>"), "also by the id of the request that joined")
        }
    }

    @Test("leads to the phone's other verifications and to its limits, and no page has the whole number")
    func samePhone() async throws {
        let fixture = try await DashboardFixture()
        fixture.world.put(App(id: try #require(AppID("demo")), displayName: "Demo", rules: .fiveOfEverything))
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        let request = try await bench.verification()
        let other = try bench.request(app: "other")
        _ = try await bench.send(other)
        let path = "/verifications/\(request.id)"
        let digits = request.phone.e164.dropFirst(3)
        try await fixture.serve { client in
            let sam = try await client.cookies(of: .support)
            let page = try await client.page(path, cookies: sam)
            #expect(page.contains("action=\"/a/b\(path)/phone\"") && !page.contains(digits))
            let same = try await client.send(.post, path + "/phone", cookies: sam, form: "")
            let found = String(buffer: same.body)
            #expect(same.status == .ok && found.contains("\(request.id)") && found.contains("\(other.id)"))
            #expect(!found.contains(digits))
            let twin = try await client.send(.post, "/api/v1" + path + "/phone", cookies: sam, form: "")
            #expect(try JSONValue(parsing: twin.body.readableBytesView)["rows"]?.array?.count == 2)
            let pressed = try await client.send(.get, path + "/phone", cookies: sam)
            #expect(pressed.headers[.location] == "/a/b\(path)", "a browser that loads the search's address again")
            let uses = try await client.send(.post, "/limits/uses", cookies: sam, form: "verification=\(request.id)")
            let limits = String(buffer: uses.body)
            #expect(uses.status == .ok && limits.contains("sends-per-phone") && !limits.contains(digits))
            let viewer = try await client.cookies(of: .viewer)
            let refused = try await client.send(.post, path + "/phone", cookies: viewer, form: "")
            #expect(refused.status == .forbidden)
            #expect(!(try await client.page(path, cookies: viewer)).contains("All verifications of this phone"))
        }
        let lines = try fixture.world.auditLines(before: nil, limit: 9).map(\.entry).filter { $0.action == .unmask }
        #expect(lines.map(\.result) == [.forbidden, .done, .done, .done], "each search for a phone leaves a line")
    }

    @Test("says what a provider's code means beside the code")
    func codes() async throws {
        let words = "The phone cannot be reached: it is off, or without coverage."
        let fixture = try await DashboardFixture()
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        let request = try bench.request()
        let order = try await bench.send(request)
        _ = try await bench.record(.failed(reason: "error-30003"), of: order, request, gateway: "backup")
        try await fixture.world.add([
            Tally(
                TallyKey(.undelivered, in: Minute(fixture.clock.now), gateway: "backup", reason: "error-30003"),
                count: 2)
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            for path in ["/verifications/\(request.id)", "/failures", "/failures/undelivered/backup/error-30003"] {
                #expect(try await client.page(path, cookies: viewer).contains(words), "\(path)")
            }
            #expect(try await client.page("/gateways/backup", cookies: viewer).contains(words))
        }
    }
}
