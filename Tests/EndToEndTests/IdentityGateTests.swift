import Crypto
import Foundation
import Glibc
import StrictJSON
import TestSupport
import Testing

/// All ways to an SMS at once, and strangers at each of them.
@Suite("The gate before an SMS", .serialized, .timeLimit(.minutes(10)))
struct IdentityGateTests {
    @Test("with every kind of proof enforced, nothing that strangers bring sends an SMS, and test numbers sign in")
    func strangers() async throws {
        try await TestAuthority.with(names: []) { files in
            try await withSite { site in
                let keys = try await site.makeProject(unproven: "0")
                let (port, nobody) = (try ReservedPort(), try ReservedPort())
                let folder = FileManager.default.temporaryDirectory.appending(path: "gate-\(UUID().uuidString)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                _ = try await site.run(
                    ["projects", "set", keys.project] + (try Self.everyKind(folder, captcha: port.port)))
                _ = try await site.run(["test-numbers", "add", Site.app, "+1 650-555-3434", "--code", "654321"])
                let identity = try await site.identity(
                    of: keys,
                    settings: [
                        "identity.proxies=127.0.0.0/8", "identity.push.keyFile=\(files.key)",
                        "identity.push.keyID=ABC123DEFG", "identity.push.teamID=DEF123GHIJ",
                        "identity.push.bundles=com.example.shop", "identity.push.host=127.0.0.1:\(nobody.port)",
                        "identity.push.sandboxHost=127.0.0.1:\(nobody.port)",
                    ])
                var job = identity.caller.job(phones: Site.phones(4))
                job["port"] = .integer(Int64(port.port))
                close(port.takeDescriptor())
                try await IdentityScript(name: "gate").expectKept(5, job)
                #expect(site.ledger.calls.isEmpty)
                #expect(try await site.verifications() == 1, "only the test number has one")
            }
        }
    }

    /// Options for each kind, with secrets that no stranger has.
    private static func everyKind(_ folder: URL, captcha port: Int) throws -> [String] {
        let (secret, play) = (folder.appending(path: "secret"), folder.appending(path: "play.txt"))
        try Data("a captcha's secret".filter { $0 != " " }.utf8).write(to: secret)
        let opening = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64EncodedString()
        let signing = P256.Signing.PrivateKey().publicKey.derRepresentation.base64EncodedString()
        try Data("DECRYPTION_KEY=\(opening)\nVERIFICATION_KEY=\(signing)\n".utf8).write(to: play)
        let modes = ["app-check", "silent-push", "captcha", "app-attest", "play-integrity"]
        return modes.flatMap { ["--proof", "\($0)=enforce"] } + [
            // Nobody answers there: a token whose issuer's keys are out of reach sends nothing either.
            "--app-check", "https://attest.shop.example,http://127.0.0.1:9/keys,shop", "--captcha", "hcaptcha:site-1",
            "--captcha-secret-file", secret.path, "--captcha-verify-url", "http://127.0.0.1:\(port)/siteverify",
            "--captcha-hosts", "shop.example", "--app-attest", "TEAM123456.com.example.shop", "--play-integrity",
            "com.example.shop", "--play-integrity-keys", play.path,
        ]
    }
}
