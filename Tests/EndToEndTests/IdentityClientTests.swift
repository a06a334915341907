import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import StrictJSON
import TestSupport
import Testing
import VerificationCore

/// What apps have in them: libraries of PyPI for clients, and the very calls that Firebase's own SDKs make.
@Suite("clients of the Firebase surface", .serialized, .timeLimit(.minutes(10)))
struct IdentityClientTests {
    @Test("two libraries that others have written for Firebase work as they are", arguments: SurfaceMode.allCases)
    func libraries(mode: SurfaceMode) async throws {
        try await withTestNumbers(mode, 4) { identity, phones in
            try await IdentityScript(name: "clients").expectKept(4, identity.caller.job(phones: phones))
        }
    }

    @Test("iPhones, Android devices and pages sign in with their own calls", arguments: SurfaceMode.allCases)
    func kits(mode: SurfaceMode) async throws {
        try await withTestNumbers(mode, 8) { identity, phones in
            try await IdentityScript(name: "sdks").expectKept(6, identity.caller.job(phones: phones))
        }
    }

    @Test("a page and a backend speak TLS on the port itself, and nobody gets in without it")
    func tls() async throws {
        try await withFolder { folder in
            let files = try await Self.makeCertificate(in: folder)
            let settings = ["identity.certificate=\(files.certificate)", "identity.key=\(files.key)"]
            try await withTestNumbers(.production, 8, settings: settings) { identity, phones in
                #expect(identity.caller.base.hasPrefix("https://"))
                try await IdentityScript(name: "sdks").expectKept(
                    6, identity.caller.job(phones: phones), environment: ["REQUESTS_CA_BUNDLE": files.certificate])
                let plain = "http" + identity.caller.base.dropFirst("https".count)
                #expect(try await refuses(plain))
                #expect(try await refuses(identity.caller.base), "who does not know the certificate says no more")
            }
        }
    }

    /// Whether a caller who trusts no certificate of ours gets no answer.
    private func refuses(_ base: String) async throws -> Bool {
        var configuration = HTTPClient.Configuration()
        configuration.timeout.connect = .seconds(2)
        let client = HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
        let result = await Result.catching { try await OperatorCaller(base: base, client: client).page("/livez") }
        try await client.shutdown()
        return if case .failure = result { true } else { false }
    }

    @Test("a certificate that cannot be used ends the process with the setting's name")
    func badCertificate() async throws {
        try await withFolder { folder in
            let files = try await Self.makeCertificate(in: folder)
            let other = try await Self.makeCertificate(in: folder, name: "other")
            try await withSite { site in
                for (settings, words) in [
                    (["identity.certificate=\(files.certificate)"], "identity.key"),
                    (["identity.key=\(files.key)"], "identity.certificate"),
                    (["identity.certificate=\(files.certificate)", "identity.key=\(other.key)"], "belong together"),
                    (["identity.certificate=\(files.key)", "identity.key=\(files.key)"], "identity.certificate"),
                    (["identity.certificate=/nonexistent", "identity.key=\(files.key)"], "/nonexistent"),
                ] {
                    let process = try site.start("identity", settings: ["identity.port=0"] + settings)
                    #expect(try await process.exit() == .code(78))
                    #expect(process.log.contains(words), "\(process.log)")
                    #expect(!process.log.contains("PRIVATE KEY"))
                }
            }
        }
    }

    private func withTestNumbers(
        _ mode: SurfaceMode, _ count: Int, settings: [String] = [],
        _ body: (Site.Identity, [String]) async throws -> Void
    ) async throws {
        try await withSite { site in
            try await site.beginTesting()
            let identity = try await site.identity(mode, settings: settings)
            try await body(identity, try await site.testNumbers(count, at: identity))
            #expect(site.ledger.calls.isEmpty, "nothing is sent to test numbers")
        }
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verifyd-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    /// Makes a certificate of this machine that signs itself.
    static func makeCertificate(
        in folder: URL, name: String = "own"
    ) async throws -> (certificate: String, key: String) {
        let (certificate, key) = ("\(folder.path)/\(name).pem", "\(folder.path)/\(name).key")
        _ = try await ChildProcess.run(
            URL(filePath: "/usr/bin/openssl"),
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout", key,
                "-out", certificate,
            ], environment: ["PATH": "/usr/bin:/bin"])
        return (certificate, key)
    }
}
