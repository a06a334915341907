import NIOSSL
import TestSupport
import Testing

@testable import SMPP

@Suite("A link over TLS", .timeLimit(.minutes(10)))
struct LinkTLSTests {
    @Test("a trusted certificate of the right name or address carries messages", arguments: ["localhost", "127.0.0.1"])
    func trusted(host: String) async throws {
        let identity = try TestIdentity()
        var behaviour = TestSMSC.Behaviour()
        behaviour.tls = identity.server
        let change: (inout LinkConfiguration) -> Void = {
            $0.host = host
            $0.tls = LinkTLS(trusting: identity)
        }
        try await LinkHarness.with(behaviour, change) { link, _ in
            #expect(await link.isBound())
            #expect(await link.submit() == .accepted(messageID: "2"))
        }
    }

    @Test("a stranger's certificate and one of another name are refused, and nothing is sent")
    func untrusted() async throws {
        let (identity, other) = (try TestIdentity(), try TestIdentity(for: "DNS:other.example"))
        let failed = SMPPError(.tlsFailed, context: "tls")
        for (tls, server) in [
            (LinkTLS(), identity.server), (LinkTLS(trusting: identity), other.server),
            (LinkTLS(trusting: other), other.server),
        ] {
            var behaviour = TestSMSC.Behaviour()
            behaviour.tls = server
            try await LinkHarness.with(behaviour, { $0.tls = tls }) { link, _ in
                #expect(await link.waits { $0 == .connecting(lastFailure: failed) })
                #expect(await link.submit() == .notSent(.notBound))
            }
        }
    }

    @Test("a connection that is lost without a farewell is lost, and made anew")
    func cut() async throws {
        let identity = try TestIdentity()
        var behaviour = TestSMSC.Behaviour()
        behaviour.tls = identity.server
        behaviour.answer = { pdu, connection in
            if case .submit = pdu.body, connection == 1 { [.close] } else { TestSMSC.kindly(pdu) }
        }
        try await LinkHarness.with(behaviour, { $0.tls = LinkTLS(trusting: identity) }) { link, smsc in
            #expect(await link.isBound())
            #expect(await link.submit() == .unknown(.connectionLost))
            #expect(await smsc.sees { $0 == .connected(2) })
            #expect(await link.isBound())
        }
    }
}

extension LinkTLS {
    /// Trusts this certificate and no other.
    fileprivate init(trusting identity: TestIdentity) {
        self.init()
        configuration.trustRoots = .certificates([identity.certificate])
    }
}
