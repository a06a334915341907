import NIOCore
import NIOHTTP1
import Synchronization
import TestSupport
import Testing

@testable import Gateways

@Suite("Connections to a provider over TLS", .timeLimit(.minutes(10)))
struct HTTPLineTLSTests {
    @Test(
        "a trusted certificate of the right name or address carries calls, one after the other over one connection",
        arguments: ["localhost", "127.0.0.1"])
    func trusted(host: String) async throws {
        let identity = try TestIdentity()
        let provider = try await TLSProvider.start(identity)
        let line = try provider.line(host: host, trusting: identity)
        for number in 1...3 {
            guard case .answered(let reply) = await line.call(Self.request, within: .seconds(40)) else {
                Issue.record("call \(number) has no answer")
                continue
            }
            #expect(reply.status == 200 && reply.body == Array("{}".utf8))
        }
        #expect(provider.connections.load(ordering: .relaxed) == 1)
        #expect(provider.requests.load(ordering: .relaxed) == 3)
        await line.shutDown()
        try await provider.stop()
    }

    @Test("a stranger's certificate and one of another name are refused, and no request leaves")
    func untrusted() async throws {
        let (identity, other) = (try TestIdentity(), try TestIdentity(for: "DNS:other.example"))
        for (shown, trusted) in [(identity, nil), (other, identity), (other, other)] {
            let provider = try await TLSProvider.start(shown)
            let line = try provider.line(host: "localhost", trusting: trusted)
            guard case .neverLeft("tls-failed") = await line.call(Self.request, within: .seconds(40)) else {
                Issue.record("the call left")
                continue
            }
            #expect(provider.requests.load(ordering: .relaxed) == 0)
            await line.shutDown()
            try await provider.stop()
        }
    }

    @Test("a peer that says nothing to the handshake has the call's own time, and the shutdown does not wait for it")
    func silent() async throws {
        let identity = try TestIdentity()
        let provider = try await TLSProvider.start(nil)
        let line = try provider.line(host: "localhost", trusting: identity)
        guard case .neverLeft("no-connection-in-time") = await line.call(Self.request, within: .milliseconds(50)) else {
            Issue.record("the call left, or failed for another reason")
            return
        }
        async let second = line.call(Self.request, within: .seconds(600))
        await line.shutDown()
        guard case .neverLeft = await second else {
            Issue.record("the second call left")
            return
        }
        try await provider.stop()
    }

    private static let request = HTTPRequest(
        target: "/", headers: ["host": "localhost"], body: ByteBuffer(string: "{}"))
}
