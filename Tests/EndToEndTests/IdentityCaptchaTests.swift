import Foundation
import Glibc
import StrictJSON
import Testing

/// Captchas with a provider that nobody here wrote a line of Swift for: Python's HTTP server takes each response once.
@Suite("captchas at the Firebase surface", .serialized, .timeLimit(.minutes(10)))
struct IdentityCaptchaTests {
    private static let secret = "0x4AAA-the-captcha's-secret"

    @Test("a person who has passed gets an SMS, and nothing else opens the way")
    func responses() async throws {
        try await withSite { site in
            let keys = try await site.makeProject(unproven: "0")
            let port = try ReservedPort()
            let file = FileManager.default.temporaryDirectory.appending(path: "captcha-\(UUID().uuidString)")
            try Data("\(Self.secret)\n".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let set = try await site.run([
                "projects", "set", keys.project, "--captcha", "hcaptcha:site-1", "--captcha-secret-file", file.path,
                "--captcha-verify-url", "http://127.0.0.1:\(port.port)/siteverify",
                "--captcha-hosts", "shop.example,auth.shop.example", "--callback-schemes", "app-1-1-ios-a",
                "--proof", "captcha=enforce",
            ])
            #expect(
                set["proofs"]?["captcha"]?["siteKey"] == "site-1" && set["proofs"]?["modes"]?["captcha"] == "enforce")
            #expect(set["proofs"]?["captcha"]?["callbackSchemes"] == ["app-1-1-ios-a"])
            let listed = try await site.run(["projects", "list"])
            for text in [set, listed].map({ String(decoding: $0.serialized, as: UTF8.self) }) {
                #expect(!text.contains(Self.secret) && !text.contains("sealed"))
            }
            let surface = try await site.identity(of: keys, settings: ["identity.proxies=127.0.0.0/8"])
            let phones = Site.phones(4)
            var job = surface.caller.job(phones: phones)
            job["port"] = .integer(Int64(port.port))
            (job["site"], job["secret"], job["host"]) = ("site-1", .string(Self.secret), "shop.example")
            close(port.takeDescriptor())
            try await IdentityScript(name: "captcha").expectKept(6, job)
            #expect(Set(site.ledger.sms.map(\.phone)) == Set(phones.prefix(3)))
            #expect(!surface.process.log.contains(Self.secret))
            let shown = try await site.run(["verifications", "show", phones[0]])
            #expect(shown["verifications"]?.array?.first?["appProof"] == "captcha")
        }
    }

    @Test("the secret follows the current code key, and doctor names the key that it needs")
    func resealed() async throws {
        try await withSite { site in
            let keys = try await site.makeProject()
            let (old, new) = ("k1:" + Self.ringSecret(1), "k2:" + Self.ringSecret(2))
            let file = FileManager.default.temporaryDirectory.appending(path: "captcha-\(UUID().uuidString)")
            try Data(Self.secret.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            _ = try await site.run([
                "projects", "set", keys.project, "--captcha", "turnstile:1x0", "--captcha-secret-file", file.path,
                "--captcha-verify-url", "http://127.0.0.1:9/", "--captcha-action", "sign-in",
                "--set", "code.keys=\(old)",
            ])
            #expect(try await Self.action(at: site) == "sign-in")
            let both = "code.keys=\(new),\(old)"
            let resealed = try await site.run(["test-numbers", "reseal", "--set", both])
            #expect(resealed["resealed"] == 1 && resealed["locked"] == 0)
            #expect(try await site.run(["test-numbers", "reseal", "--set", both])["resealed"] == 0)
            #expect(try await Self.action(at: site) == "sign-in", "what the operator has not said stays")
            _ = try await site.run(["projects", "set", keys.project, "--captcha-action", "-", "--set", both])
            #expect(try await Self.action(at: site) == nil)
            let doctor = try site.start([
                "doctor", "--set", "gateway.kind=sandbox", "--set", "identity.port=0", "--set", "code.keys=\(new)",
            ])
            #expect(try await doctor.exit() == .code(1))
            #expect(doctor.log.contains("rows need k2") && doctor.log.contains("turnstile of demo-shop at"))
        }
    }

    @Test("a project's captcha is refused where it could not be kept")
    func rules() async throws {
        try await withSite { site in
            let keys = try await site.makeProject(unproven: "0")
            for (arguments, words) in [
                (["--proof", "captcha=enforce"], "whose captchas"), (["--captcha", "oracle:1"], "turnstile:"),
                (["--captcha", "turnstile:1x0"], "needs its secret"),
                (["--captcha-action", "sign-in"], "--captcha turnstile"),
                (["--captcha-hosts", "a"], "--captcha turnstile"),
                (["--captcha", "turnstile:1x0", "--captcha-secret-file", "/nonexistent/s"], "cannot be read"),
                (["--captcha", "turnstile:1x0", "--captcha-secret-stdin"], "one line"),
            ] {
                let process = try site.start(["projects", "set", keys.project] + arguments)
                #expect(try await process.exit() == .code(64), "\(arguments): \(process.log)")
                #expect(process.log.contains(words), "\(process.log)")
            }
        }
    }

    /// The captcha's own action in the list of projects; nil for the usual one.
    private static func action(at site: Site) async throws -> JSONValue? {
        try await site.run(["projects", "list"]).array?.first?["proofs"]?["captcha"]?["action"]
    }

    private static func ringSecret(_ byte: UInt8) -> String { Data(repeating: byte, count: 32).base64EncodedString() }
}
