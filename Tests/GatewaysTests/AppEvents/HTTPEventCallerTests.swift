import Connections
import GatewayConformance
import Synchronization
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

@testable import Gateways

@Suite("Telling an app of an event", .timeLimit(.minutes(10)))
struct HTTPEventCallerTests {
    @Test("an event is posted whole, and a call that asks for patience tells how much")
    func whole() async throws {
        try await withReceiver(.json(429, "{}", headers: ["retry-after: 17"])) { receiver in
            let caller = HTTPEventCaller(reach: EventReach(allowsPrivateAddresses: false), now: { Self.now })
            let url = "http://localhost:\(receiver.port)/hook?app=shop%20a"
            #expect(await post(url, by: caller) == .answered(status: 429, retryAfter: .seconds(17)))
            let request = try #require(receiver.requests.first)
            #expect(request.method == "POST" && request.uri == "/hook?app=shop%20a" && request.body == Self.body)
            #expect(request.header("host") == "localhost:\(receiver.port)")
            #expect(request.header("content-type") == EventCodec.contentType && request.header("webhook-id") == "evt_1")
            #expect(request.headers.filter { $0.name.lowercased() == "user-agent" }.count == 1)
            await caller.shutdown()
            #expect(await post(url, by: caller) == .unanswered(reason: "shut-down"))
        }
    }

    @Test("an endless body is cut off, and its status counts; a receiver that says nothing has not answered")
    func unfinished() async throws {
        try await withReceiver(.longBody(1_000_000)) { receiver in
            let caller = HTTPEventCaller(reach: EventReach(allowsPrivateAddresses: false), now: { Self.now })
            #expect(await post(receiver.url, by: caller) == .answered(status: 200, retryAfter: nil))
            receiver.answer(.silence)
            #expect(await post(receiver.url, by: caller, within: .seconds(1)) == .unanswered(reason: "timeout"))
            await caller.shutdown()
        }
    }

    @Test(
        "an address that is not public is refused, also as the only answer to a name",
        arguments: [
            "https://10.0.0.1/", "https://169.254.169.254/latest", "https://[::ffff:169.254.169.254]/",
            "https://[fd00:ec2::254]/", "https://[64:ff9b::a9fe:a9fe]/", "https://[2002:a9fe:a9fe::1]/",
            "https://0.0.0.0/", "https://2130706433/", "https://127.1/", "https://shop.test/",
        ])
    func refused(url: String) async {
        let names = HostLookup(label: "tests") {
            $0 == "shop.test" ? ["10.0.0.1", "fe80::1%lo"] : HostLookup.system($0)
        }
        let caller = HTTPEventCaller(reach: EventReach(allowsPrivateAddresses: false, names: names), now: { Self.now })
        #expect(await post(url, by: caller) == .unanswered(reason: "address-refused"))
        await caller.shutdown()
    }

    @Test("a name that leads to this machine is called when the setting allows it, and its certificate is the name's")
    func setting() async throws {
        let (identity, other) = (try TestIdentity(for: "DNS:shop.test"), try TestIdentity(for: "DNS:other.test"))
        let names = HostLookup(label: "tests") { $0 == "shop.test" ? ["127.0.0.1"] : [] }
        let rows: [(shown: TestIdentity, isAllowed: Bool, answer: EventAnswer)] = [
            (identity, false, .unanswered(reason: "address-refused")),
            (identity, true, .answered(status: 200, retryAfter: nil)),
            (other, true, .unanswered(reason: "tls-failed")),
        ]
        for row in rows {
            let provider = try await TLSProvider.start(row.shown)
            let caller = HTTPEventCaller(
                reach: EventReach(allowsPrivateAddresses: row.isAllowed, names: names),
                trust: TLSProvider.trust(in: row.shown), now: { Self.now })
            #expect(await post("https://shop.test:\(provider.port)/", by: caller) == row.answer)
            #expect(provider.requests.load(ordering: .relaxed) == (row.answer.isAnswered ? 1 : 0))
            await caller.shutdown()
            try await provider.stop()
        }
    }

    @Test("http to this machine needs no setting; a name beside localhost is no such machine")
    func thisMachine() async throws {
        for url in ["http://127.0.0.1/", "http://127.9.9.9/", "http://[::1]/", "http://localhost/"] {
            #expect(try EventAddress(url).isThisMachine, "\(url)")
        }
        for url in ["http://shop.test/", "http://10.0.0.1/", "http://127.0.0.1.test/", "http://[::2]/"] {
            #expect(throws: EventAddressError.plaintext, "\(url)") { try EventAddress(url) }
        }
        let reach = EventReach(allowsPrivateAddresses: false)
        #expect(try await !reach.refuses(EventAddress("http://[::1]:8099/")))
        #expect(try await reach.refuses(EventAddress("https://192.168.0.1/")))
        #expect(try await !EventReach(allowsPrivateAddresses: true).refuses(EventAddress("https://192.168.0.1/")))
        let unknown = EventReach(allowsPrivateAddresses: false, names: HostLookup(label: "tests") { _ in [] })
        #expect(try await !unknown.refuses(EventAddress("https://shop.test/")))
    }

    @Test("through a proxy, the proxy finds a name's address; an address in the URL is judged here")
    func proxy() async throws {
        try await withReceiver(.json(200, "{}")) { proxy in
            // No look-up is made here: it would lead to an address that is refused.
            let names = HostLookup(label: "tests") { _ in ["10.0.0.1"] }
            let reach = EventReach(
                allowsPrivateAddresses: false, proxy: HTTPProxy("http://127.0.0.1:\(proxy.port)"), names: names)
            let caller = HTTPEventCaller(reach: reach, now: { Self.now })
            #expect(await post("http://localhost:8099/hook", by: caller) == .answered(status: 200, retryAfter: nil))
            #expect(proxy.requests.map(\.uri) == ["http://localhost:8099/hook"])
            proxy.answer(.json(403, ""))
            #expect(await post("https://shop.test/", by: caller) == .unanswered(reason: "proxy-status-403"))
            #expect(proxy.requests.last?.uri == "shop.test:443")
            for host in ["10.0.0.1", "[fe80::1]", "127.1", "2130706433", "0x7f000001", "127.0.0.1."] {
                #expect(await post("https://\(host)/", by: caller) == .unanswered(reason: "address-refused"), "\(host)")
            }
            #expect(proxy.requests.count == 2)
            await caller.shutdown()
        }
        let elsewhere = EventReach(allowsPrivateAddresses: true, proxy: HTTPProxy("http://proxy.test:3128"))
        #expect(try await elsewhere.refuses(EventAddress("http://localhost/")))
        #expect(try await !elsewhere.refuses(EventAddress("https://10.0.0.1/")))
    }

    private static let now = Timestamp(seconds: 1_767_225_600)
    private static let body = Array(#"{"type":"verification.test"}"#.utf8)

    private func post(
        _ url: String, by caller: HTTPEventCaller, within limit: Duration = .seconds(40)
    ) async -> EventAnswer {
        let call = EventCall(id: "evt_1", body: Self.body, url: url, signatures: [], now: Self.now)
        return await caller.post(call, deadline: limit)
    }

    private func withReceiver(
        _ answer: StandInAnswer, _ body: (ProviderStandIn) async throws -> Void
    ) async throws {
        let receiver = try await ProviderStandIn.start(answer)
        let result = await Result.catching { try await body(receiver) }
        try await receiver.stop()
        try result.get()
    }
}

extension EventAnswer {
    fileprivate var isAnswered: Bool {
        switch self {
        case .answered: true
        case .unanswered: false
        }
    }
}
