import Connections
import GatewayConformance
import NIOSSL
import SMPP
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

@testable import Gateways

/// A stand-in plays the proxy; what a proxy of others does is in `TinyproxyTests`.
@Suite("Calls through a proxy", .timeLimit(.minutes(10)))
struct ProxyTests {
    @Test("what is plain goes to the proxy with its whole URL and the proof, each over a connection of its own")
    func plain() async throws {
        try await withProxy(.json(200, #"{"id":"r-1"}"#), to: "http://127.0.0.1:8099/hook?a=b%20c") { gateway, proxy in
            for number in 1...2 { #expect(await gateway.send(.sample(number), deadline: .seconds(40)).isAccepted) }
            #expect(proxy.requests.count == 2 && proxy.connections == 2)
            let request = try #require(proxy.requests.first)
            #expect(request.method == "POST" && request.uri == "http://127.0.0.1:8099/hook?a=b%20c")
            #expect(request.header("host") == "127.0.0.1:8099")
            #expect(request.header("proxy-authorization") == "Basic dTpw" && request.header("connection") == "close")
        }
    }

    @Test("of an answer to what is plain nobody knows who gave it: 407 and 403 are refusals, a 5xx is unknown")
    func plainRefusals() async throws {
        try await withProxy(.silence, to: "http://127.0.0.1:8099/hook") { gateway, proxy in
            for status in [403, 407] {
                proxy.answer(.json(status, ""))
                let outcome = await gateway.send(.sample(), deadline: .seconds(40))
                #expect(outcome == .refused(reason: "status-\(status)", .byThisGateway))
            }
            for status in [500, 502, 503, 504] {
                proxy.answer(.json(status, ""))
                #expect(await gateway.send(.sample(), deadline: .seconds(40)) == .unknown(reason: "status-\(status)"))
            }
        }
    }

    @Test("a proxy is told the name of a server with TLS, and nothing of a message, before it agrees")
    func tunnel() async throws {
        try await withProxy(.json(403, ""), to: "https://sms.test/hook") { gateway, proxy in
            _ = await gateway.send(.sample(), deadline: .seconds(40))
            let request = try #require(proxy.requests.first)
            #expect(request.method == "CONNECT" && request.uri == "sms.test:443" && request.body.isEmpty)
            let names = request.headers.map { $0.name.lowercased() }
            #expect(names == ["host", "user-agent", "proxy-authorization"])
            #expect(request.header("proxy-authorization") == "Basic dTpw")
        }
    }

    /// What a proxy does to `CONNECT`, and the reason of the refusal.
    private static let faults: [(answer: StandInAnswer, reason: String)] =
        [403, 407, 500, 502, 503, 504].map { (.json($0, "<html>"), "proxy-status-\($0)") } + [
            (.lastBytes("HTTP/1.1 429 Busy\r\n\r\n"), "proxy-status-429"),
            (.bytes("HTTP/1.1 302 Found\r\nlocation: https://sms.test/\r\n\r\n"), "proxy-status-302"),
            (.bytes("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 403 No\r\n\r\n"), "proxy-status-403"),
            (.lastBytes(""), "proxy-closed"), (.lastBytes("HTTP/1.1 200 OK\r\n"), "proxy-closed"),
            (.bytes("SSH-2.0-OpenSSH_9.2\r\n\r\n"), "not-a-proxy"), (.bytes("HTTP/1.1 2xx OK\r\n\r\n"), "not-a-proxy"),
            (.bytes("HTTP/1.1 200 " + String(repeating: "x", count: 20_000)), "not-a-proxy"),
            (.bytes("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"), "tls-failed"),
            (.bytes("HTTP/1.0 200 Connection established\r\nvia: x\r\n\r\ngarbage, and more of it"), "tls-failed"),
        ]

    @Test("whatever goes wrong before TLS is up, nothing has left, and the message may be tried again")
    func faults() async throws {
        for (answer, reason) in Self.faults {
            try await withProxy(answer, to: "https://sms.test/hook") { gateway, proxy in
                let outcome = await gateway.send(.sample(), deadline: .seconds(40))
                #expect(outcome == .refused(reason: reason, .forNow))
                #expect(proxy.requests.map(\.method) == ["CONNECT"] && proxy.connections == 1)
            }
        }
    }

    @Test("a gateway is asked whether it is there on the way that messages take")
    func probe() async throws {
        try await withProxy(.json(405, ""), to: "http://127.0.0.1:8099/hook") { gateway, proxy in
            #expect(await gateway.probe(within: .seconds(40)) == .answers("405 to OPTIONS"))
            #expect(proxy.requests.map(\.uri) == ["http://127.0.0.1:8099/hook"])
        }
        for url in ["https://sms.test/hook", "http://127.0.0.1:8099/hook"] {
            try await withProxy(.json(407, ""), to: url) { gateway, _ in
                #expect(await gateway.probe(within: .seconds(40)) == .isAway(reason: "proxy-status-407"))
            }
        }
        for status in [401, 500, 502] {
            try await withProxy(.json(status, ""), to: "http://127.0.0.1:8099/hook") { gateway, _ in
                #expect(await gateway.probe(within: .seconds(40)) == .isAway(reason: "status-\(status)"))
            }
        }
    }

    @Test("an SMSC's certificate is judged by the same authorities as a provider's")
    func smsc() throws {
        let identity = try TestIdentity()
        var settings = SMPPGatewaySettings(url: "smpps://smsc.test:3550", account: "a", secret: Secret("s"))
        #expect(try settings.configurations().first?.tls?.configuration.trustRoots == .default)
        settings.trust = TrustedAuthorities([identity.certificate], besidesSystem: false)
        let roots = try settings.configurations().first?.tls?.configuration.trustRoots
        #expect(roots == .certificates([identity.certificate]))
    }

    @Test("a proxy that says nothing has the call's own time")
    func silent() async throws {
        for answer in [StandInAnswer.silence, .bytes("HTTP/1.1 200 OK\r\n\r\n")] {
            try await withProxy(answer, to: "https://sms.test/hook") { gateway, proxy in
                let outcome = await gateway.send(.sample(), deadline: .milliseconds(50))
                #expect(outcome == .refused(reason: "no-connection-in-time", .forNow))
                #expect(proxy.requests.allSatisfy { $0.method == "CONNECT" })
            }
        }
    }

    @Test("a silent proxy keeps no place for ever: the connection ends, and the next call has another")
    func silentProxyGivesUpItsPlace() async throws {
        try await withProxy(.silence, to: "https://sms.test/hook") { gateway, proxy in
            #expect(await gateway.send(.sample(), deadline: .seconds(60)) == Self.refused("proxy-timeout"))
            proxy.answer(.json(403, ""))
            #expect(await gateway.send(.sample(), deadline: .seconds(60)) == Self.refused("proxy-status-403"))
        }
    }

    @Test("a proxy that is away has taken nothing", arguments: ["https://sms.test/hook", "http://127.0.0.1:8099/hook"])
    func away(url: String) async throws {
        try await withProxy(.silence, to: url) { gateway, proxy in
            try await proxy.stop()
            #expect(await gateway.send(.sample(), deadline: .seconds(40)) == Self.refused("connection-refused"))
        }
    }

    @Test("a URL of this machine goes through no proxy on another machine, where it would be that machine's")
    func elsewhere() throws {
        var way = HTTPWay()
        way.proxy = HTTPProxy("http://proxy.test:3128")
        for url in ["http://127.0.0.1:8099/", "https://localhost/"] {
            let settings = WebhookSettings(url: url, secret: WebhookHarness.secret)
            let error = #expect(throws: GatewaySettingsError.self) {
                _ = try HTTPGateway(
                    name: "webhook", provider: try Webhook(settings), connections: 1, way: way,
                    now: { Timestamp(seconds: 0) })
            }
            #expect(error?.setting == "proxy" && error?.code == .proxyElsewhere)
        }
    }

    @Test("nobody can promise for a proxy that a 5xx means \"not sent\", unless TLS keeps the proxy out")
    func promise() async throws {
        var way = HTTPWay()
        way.proxy = HTTPProxy("http://127.0.0.1:3128")
        for url in ["http://127.0.0.1:8099/", "https://sms.test/"] {
            var settings = WebhookSettings(url: url, secret: WebhookHarness.secret)
            settings.serverErrorsMeanNotSent = true
            let webhook = try Webhook(settings)
            do throws(GatewaySettingsError) {
                let gateway = try HTTPGateway(
                    name: "webhook", provider: webhook, connections: 1, way: way, now: { Timestamp(seconds: 0) })
                await gateway.shutdown()
                #expect(url.hasPrefix("https"))
            } catch {
                #expect(!url.hasPrefix("https") && error.code == .proxyAnswersToo)
                #expect(error.setting == "serverErrorsMeanNotSent")
            }
        }
    }

    @Test("a URL whose host would begin another line of a request is none")
    func host() {
        for url in ["https://sms.test%0d%0ax: y/", "https://sms.test%20x/"] {
            #expect(throws: GatewaySettingsError(.malformedURL, setting: "url")) {
                _ = try HTTPEndpoint.callable(url, setting: "url")
            }
            #expect(throws: EventAddressError.malformed) { _ = try EventAddress(url) }
        }
    }

    private static func refused(_ reason: String) -> SendOutcome { .refused(reason: reason, .forNow) }

    /// Lends a webhook's gateway with a single connection, and the proxy that its calls go through.
    private func withProxy(
        _ answer: StandInAnswer, to url: String, _ body: (HTTPGateway<Webhook>, ProviderStandIn) async throws -> Void
    ) async throws {
        let proxy = try await ProviderStandIn.start(answer)
        var way = HTTPWay()
        way.proxy = HTTPProxy("http://u:p@127.0.0.1:\(proxy.port)")
        let settings = WebhookSettings(url: url, secret: WebhookHarness.secret)
        let gateway = try HTTPGateway(
            name: "webhook", provider: try Webhook(settings), connections: 1, way: way,
            now: { Timestamp(seconds: 1_767_225_600) })
        let result = await Result.catching { try await body(gateway, proxy) }
        await gateway.shutdown()
        // It may have been stopped already.
        try? await proxy.stop()
        try result.get()
    }
}

extension SendOutcome {
    fileprivate var isAccepted: Bool {
        switch self {
        case .accepted: true
        case .refused, .throttled, .unknown: false
        }
    }
}
