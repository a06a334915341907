import GatewayConformance
import Gateways
import StrictJSON
import Telemetry
import Testing
import VerificationCore

/// Every call here goes through Debian's tinyproxy, to a server whose certificate a private authority has signed.
@Suite("Through tinyproxy", .timeLimit(.minutes(10)))
struct TinyproxyTests {
    @Test("a message reaches a server with TLS once, and one without TLS once, and neither learns the proof")
    func reaches() async throws {
        try await TinyproxyPeer.with { peer in
            let (secret, open) = (OutgoingMessage.sample(1), OutgoingMessage.sample(2))
            let urls = ["https://localhost:\(peer.secure)/hook?a=b%20c", "http://127.0.0.1:\(peer.plain)/hook"]
            #expect(try await peer.send(secret, to: urls[0]) == .accepted(id: "r-1"))
            #expect(try await peer.send(open, to: urls[1]) == .accepted(id: "r-1"))
            let requests = try await peer.requests()
            #expect(
                requests == [
                    [
                        "scheme": "https", "target": "/hook?a=b%20c", "host": .string("localhost:\(peer.secure)"),
                        "phone": .string(secret.phone.e164), "proof": .null,
                    ],
                    [
                        "scheme": "http", "target": "/hook", "host": .string("127.0.0.1:\(peer.plain)"),
                        "phone": .string(open.phone.e164), "proof": .null,
                    ],
                ])
        }
    }

    @Test("what the proxy refuses, and what it cannot reach, has not left")
    func refuses() async throws {
        try await TinyproxyPeer.with { peer in
            let url = "https://localhost:\(peer.secure)/hook"
            for (user, status) in [(nil, 407), ("u:wrong", 401)] {
                #expect(try await peer.send(.sample(), to: url, as: user) == Self.refused("proxy-status-\(status)"))
            }
            let other = "https://localhost:\(peer.plain)/hook"
            #expect(try await peer.send(.sample(), to: other) == Self.refused("proxy-status-403"))
            // Of a plain call nobody knows whether the proxy or the server answers, but a 407 is a refusal of either.
            let plain = "http://127.0.0.1:\(peer.plain)/hook"
            let refusal = SendOutcome.refused(reason: "status-407", .byThisGateway)
            #expect(try await peer.send(.sample(), to: plain, as: nil) == refusal)
            try await peer.end("tls")
            #expect(try await peer.send(.sample(), to: url) == Self.refused("proxy-status-500"))
            try await peer.end("proxy")
            #expect(try await peer.send(.sample(), to: url) == Self.refused("connection-refused"))
            let requests = try await peer.requests()
            #expect(requests.isEmpty)
        }
    }

    @Test("a certificate of a private authority counts where the settings name the authority, and nowhere else")
    func authority() async throws {
        try await TinyproxyPeer.with { peer in
            let url = "https://localhost:\(peer.secure)/hook"
            #expect(try await peer.send(.sample(), to: url, trusts: false) == Self.refused("tls-failed"))
            #expect(try await peer.post(to: url, trusts: false) == .unanswered(reason: "tls-failed"))
            let requests = try await peer.requests()
            #expect(requests.isEmpty)
            #expect(try await peer.post(to: url, trusts: true) == .answered(status: 200, retryAfter: nil))
            #expect(try await peer.requests().count == 1)
        }
    }

    @Test("a span reaches a receiver with TLS through the tunnel, and none where the proxy allows no tunnel")
    func spans() async throws {
        let span = Span(
            context: TraceContext(
                traceID: TraceID(high: 1, low: 2), spanID: SpanID(bits: 3), flags: 1, tracestate: nil),
            parent: nil, kind: .server, name: "a call", startedAt: 1, endedAt: 2, attributes: [], failure: nil)
        try await TinyproxyPeer.with { peer in
            let counts = try await [
                peer.export(span, to: "http://127.0.0.1:\(peer.plain)/v1/traces"),
                peer.export(span, to: "https://localhost:\(peer.secure)/v1/traces"),
            ]
            #expect(counts.map(\.sent) == [0, 1] && counts.map(\.failed) == [1, 0])
            let requests = try await peer.requests()
            #expect(requests.map { $0["target"] } == ["/v1/traces"] && requests.first?["proof"] == .null)
        }
    }

    private static func refused(_ reason: String) -> SendOutcome { .refused(reason: reason, .forNow) }
}
