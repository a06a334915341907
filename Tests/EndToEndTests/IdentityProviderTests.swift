import Foundation
import Glibc
import StrictJSON
import TestSupport
import Testing
import VerificationCore

/// Who sets up a project's providers and second factors: firebase-admin as it is on PyPI, and an operator.
@Suite("Providers and second factors of a project", .serialized, .timeLimit(.minutes(10)))
struct IdentityProviderTests {
    private static let secret = "0123456789abcdef-the-app's-secret"

    @Test(
        "firebase-admin sets up providers over its whole interface, and reads no secret",
        arguments: SurfaceMode.allCases)
    func library(mode: SurfaceMode) async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            var scopes: [String: JSONValue] = [:]
            for scope in ["users", "send"] { scopes[scope] = .string(try await site.addKey(scope)) }
            let identity = try await site.identity(mode, of: keys)
            let job = identity.caller.job(phones: []).merging(scopes) { $1 }
                .merging(["secret": .string(Self.secret)]) { $1 }
            try await IdentityScript(name: "providers").expectKept(7, job)
            #expect(!identity.process.log.contains(Self.secret))
            let kept = try await site.run(["projects", "list"])
            #expect(!String(decoding: kept.serialized, as: UTF8.self).contains("sealed"))
            let lines = try await site.run(["audit", "list"]).array ?? []
            let subjects = lines.compactMap { $0["subject"]?.string }.filter { $0.contains("provider oidc.shop") }
            #expect(subjects.contains("project demo-shop: provider oidc.shop added") == (mode == .production))
        }
    }

    @Test("an operator sets up Facebook, Apple and others with secrets in files, and sees no secret again")
    func operators() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            let (file, pem) = (try Self.file("\(Self.secret)\n"), try await Self.appleKey())
            defer { for path in [file, pem] { try? FileManager.default.removeItem(atPath: path) } }
            let set = ["projects", "set", keys.project]
            _ = try await site.run(
                set + ["--provider", "facebook.com", "--client-id", "123", "--client-id", "456"]
                    + ["--client-secret-file", file, "--provider-service", "http://127.0.0.1:9/graph"])
            _ = try await site.run(
                set + ["--provider", "apple.com", "--client-id", "com.example.web", "--client-id", "com.example.shop"]
                    + ["--apple-team", "TEAM123456", "--apple-key-id", "KEY1234567", "--apple-key-file", pem])
            let shown = try await site.run(
                set + ["--provider", "oidc.shop", "--client-id", "shop", "--provider-issuer", "https://id.example"]
                    + ["--provider-name", "The Shop", "--off"])
            let providers = try #require(shown["providers"]?.array)
            #expect(providers.map { $0["id"] } == ["facebook.com", "apple.com", "oidc.shop"])
            #expect(providers[0]["audiences"] == ["123", "456"] && providers[2]["enabled"] == false)
            #expect(providers[1]["appleKey"] == ["team": "TEAM123456", "key": "KEY1234567"])
            for text in [shown, try await site.run(["projects", "list"])].map({
                String(decoding: $0.serialized, as: UTF8.self)
            }) {
                #expect(!text.contains(Self.secret) && !text.contains("PRIVATE") && !text.contains("keyName"))
            }
            let tried = try await site.run(set + ["--no-provider", "oidc.shop", "--dry-run"])
            #expect(tried["project"]?["providers"]?.array?.count == 2)
            #expect(try await Self.providers(at: site).count == 3)
            _ = try await site.run(set + ["--no-provider", "oidc.shop"])
            _ = try await site.run(set + ["--provider", "facebook.com", "--off"])
            let kept = try await Self.providers(at: site)
            #expect(kept.count == 2 && kept[0]["enabled"] == false && kept[0]["audiences"] == ["123", "456"])
            let lines = try await site.run(["audit", "list"]).array ?? []
            let subjects = lines.compactMap { $0["subject"]?.string }
            #expect(subjects.contains { $0.hasSuffix("providers: oidc.shop removed") }, "\(subjects)")
        }
    }

    @Test("an operator switches second factors on, and the doctor says what people could not do")
    func factors() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            let identity = try await site.identity(of: keys)
            let set = ["projects", "set", keys.project]
            let shown = try await site.run(set + ["--second-factors", "mandatory", "--second-factor", "sms,totp"])
            #expect(shown["secondFactors"]?["state"] == "mandatory")
            #expect(shown["secondFactors"]?["factors"] == ["sms", "totp"])
            #expect(try await Self.doctor(site).contains("people need a verified e-mail address to enrol a factor"))
            _ = try await site.run(
                set + ["--any-account-enrolls", "on", "--provider", "google.com", "--client-id", "a.apps.example"]
                    + ["--provider-keys", "\(identity.caller.base)/.well-known/jwks.json"])
            _ = try await site.run(
                set + ["--provider", "oidc.away", "--client-id", "a", "--provider-issuer", "http://127.0.0.1:9/"])
            let words = try await Self.doctor(site)
            #expect(words.contains("google.com of demo-shop: ") && words.contains("/.well-known/jwks.json has 1"))
            #expect(words.contains("mandatory (sms, totp), any account enrols"))
            #expect(words.contains("oidc.away of demo-shop: ") && words.contains(#""level":"failed""#))
        }
    }

    @Test("what nobody could use is refused, before anything is saved")
    func refused() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            let file = try Self.file("no key\n")
            defer { try? FileManager.default.removeItem(atPath: file) }
            let apple = ["--provider", "apple.com", "--client-id", "a"]
            for (arguments, words) in [
                (["--client-id", "a"], "say which provider"), (["--off"], "say which provider"),
                (["--provider", "twitter.com", "--client-id", "a"], "facebook.com, apple.com or google.com"),
                (["--provider", "google.com"], "--client-id"),
                (["--provider", "google.com", "--client-id", "a b"], "255"),
                (["--provider", "oidc.a", "--client-id", "a"], "--provider-issuer"),
                (["--provider", "oidc.a", "--client-id", "a", "--provider-issuer", "http://id.example"], "https"),
                (["--provider", "google.com", "--client-id", "a", "--client-secret-file", "/nonexistent/s"], "read"),
                (["--provider", "google.com", "--client-id", "a", "--apple-team", "T"], "apple.com"),
                (apple + ["--client-secret-file", file], "private key"),
                (apple + ["--apple-key-file", file], "--apple-team"),
                (apple + ["--apple-team", "T", "--apple-key-id", "K", "--apple-key-file", file], "P-256"),
                (apple + ["--apple-team", "T", "--apple-key-id", "K"], "--apple-key-file"),
                (["--no-provider", "google.com"], "no such provider"),
                (["--second-factors", "enabled"], "--second-factor"), (["--second-factors", "ON"], "disabled"),
                (["--second-factor", "mail"], "sms, totp"), (["--any-account-enrolls", "yes"], "on or off"),
            ] {
                let process = try site.start(["projects", "set", keys.project] + arguments)
                #expect(try await process.exit() == .code(64), "\(arguments): \(process.log)")
                #expect(process.log.contains(words), "\(arguments): \(process.log)")
            }
            #expect(try await Self.providers(at: site).isEmpty)
        }
    }

    private static func providers(at site: Site) async throws -> [JSONValue] {
        try #require(try await site.run(["projects", "list"]).array?.first?["providers"]?.array)
    }

    private static func doctor(_ site: Site) async throws -> String {
        let doctor = try site.start(["doctor", "--role", "identity", "--set", "identity.port=0"])
        _ = try await doctor.exit()
        return doctor.log
    }

    private static func file(_ text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "provider-\(UUID().uuidString)")
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// A key such as Apple gives developers, by a library that nobody here has written.
    private static func appleKey() async throws -> String {
        let words = """
            from cryptography.hazmat.primitives.asymmetric import ec
            from cryptography.hazmat.primitives import serialization as s
            key = ec.generate_private_key(ec.SECP256R1())
            print(key.private_bytes(s.Encoding.PEM, s.PrivateFormat.PKCS8, s.NoEncryption()).decode())
            """
        let output = try await ChildProcess.run(
            URL(filePath: try TestVariable.value(of: "VERIFYD_PYTHON")), ["-B", "-c", words], environment: [:])
        return try file(String(decoding: output, as: UTF8.self))
    }
}
