import Foundation
import NIOSSL
import Testing

@testable import SMPP

@Suite("A link over TLS", .timeLimit(.minutes(2)))
struct LinkTLSTests {
    /// A certificate, made for this test and kept in memory only.
    private struct Identity {
        let certificate: NIOSSLCertificate
        let server: NIOSSLContext

        init(for names: String = "DNS:localhost,IP:127.0.0.1") throws {
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/openssl")
            process.arguments = [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=\(names)", "-keyout", "-",
            ]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let pem = Array(output.fileHandleForReading.readDataToEndOfFile())
            process.waitUntilExit()
            certificate = try NIOSSLCertificate(bytes: pem, format: .pem)
            let key = try NIOSSLPrivateKey(bytes: pem, format: .pem)
            server = try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: [.certificate(certificate)], privateKey: .privateKey(key)))
        }

        /// Trusts this certificate and no other.
        func trusted(serverName: String? = nil) -> LinkTLS {
            var tls = LinkTLS(serverName: serverName)
            tls.configuration.trustRoots = .certificates([certificate])
            return tls
        }
    }

    @Test("a trusted certificate of the right name or address carries messages", arguments: ["localhost", "127.0.0.1"])
    func trusted(host: String) async throws {
        let identity = try Identity()
        var behaviour = TestSMSC.Behaviour()
        behaviour.tls = identity.server
        let change: (inout LinkConfiguration) -> Void = {
            $0.host = host
            $0.tls = identity.trusted()
        }
        try await LinkHarness.with(behaviour, change) { link, _ in
            #expect(await link.isBound())
            #expect(await link.submit() == .accepted(messageID: "2"))
        }
    }

    @Test("a stranger's certificate and one of another name are refused, and nothing is sent")
    func untrusted() async throws {
        let (identity, other) = (try Identity(), try Identity(for: "DNS:other.example"))
        let failed = SMPPError(.tlsFailed, "tls")
        for (tls, server) in [
            (LinkTLS(), identity.server), (identity.trusted(), other.server), (other.trusted(), other.server),
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
        let identity = try Identity()
        var behaviour = TestSMSC.Behaviour()
        behaviour.tls = identity.server
        behaviour.answer = { pdu, connection in
            if case .submit = pdu.body, connection == 1 { [.close] } else { TestSMSC.kindly(pdu) }
        }
        try await LinkHarness.with(behaviour, { $0.tls = identity.trusted() }) { link, smsc in
            #expect(await link.isBound())
            #expect(await link.submit() == .unknown(.connectionLost))
            #expect(await smsc.sees { $0 == .connected(2) })
            #expect(await link.isBound())
        }
    }
}
