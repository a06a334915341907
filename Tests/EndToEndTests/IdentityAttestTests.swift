import Foundation
import StrictJSON
import TestSupport
import Testing

/// App Attest and Play Integrity with services that nobody here wrote a line of Swift for.
///
/// Python's cryptography signs, cbor2 writes attestations, and jwcrypto writes tokens.
@Suite("App Attest and Play Integrity at the Firebase surface", .serialized, .timeLimit(.minutes(10)))
struct IdentityAttestTests {
    @Test("a device that its maker attests has SMS sent, and nothing else opens the way")
    func proofs() async throws {
        try await withFolder { folder in
            try await withSite { site in
                let keys = try await site.makeProject(unproven: "0")
                let certificate = "AA:" + String(repeating: "bb:", count: 30) + "cc"
                let set = try await site.run(
                    ["projects", "set", keys.project, "--proof-limits", "2/hour"]
                        + Self.appAttest(folder) + Self.playIntegrity(folder)
                        + ["--play-integrity-certificate", certificate])
                #expect(set["proofs"]?["modes"]?["play-integrity"] == "enforce")
                #expect(set["proofs"]?["appAttest"]?["apps"] == ["TEAM123456.com.example.shop"])
                #expect(set["proofs"]?["playIntegrity"]?["key"] == nil, "it is a secret, also where it is sealed")
                // The certificate that the script's apps are signed with stands beside it.
                _ = try await site.run([
                    "projects", "set", keys.project, "--play-integrity-certificate", certificate,
                    "--play-integrity-certificate", Self.signingCertificate,
                ])
                let caller = try await site.identity(of: keys, settings: ["identity.proxies=127.0.0.0/8"]).caller
                let phones = Site.phones(6)
                var job = caller.job(phones: phones)
                job["folder"] = .string(folder.path)
                try await IdentityScript(name: "attest").expectKept(5, job)
                let sent = phones.enumerated().filter { $0.offset != 2 }.map(\.element)
                #expect(Set(site.ledger.sms.map(\.phone)) == Set(sent))
                for (phone, kind) in [(phones[0], "app-attest"), (phones[5], "play-integrity")] {
                    let shown = try await site.run(["verifications", "show", phone])
                    #expect(shown["verifications"]?.array?.first?["appProof"] == .string(kind))
                }
            }
        }
    }

    @Test("rules without what verifies a proof are refused")
    func rules() async throws {
        try await withFolder { folder in
            try await withSite { site in
                let keys = try await site.makeProject(unproven: "0")
                let (root, play) = (folder.appending(path: "root.pem").path, folder.appending(path: "play.txt").path)
                for (arguments, words) in [
                    (["--proof", "app-attest=enforce"], "--app-attest TEAM"),
                    (["--proof", "play-integrity=audit"], "--play-integrity-keys"),
                    (["--app-attest", "com.example.shop"], "app's id"),
                    (["--app-attest-development", "yes"], "name the apps first"),
                    (["--app-attest", "TEAM123456.com.example.shop", "--app-attest-root", play], "no certificate"),
                    (["--play-integrity", "com.example.shop", "--play-integrity-keys", root], "DECRYPTION_KEY"),
                    (["--play-integrity", "com.example.shop", "--play-integrity-keys", "/nowhere"], "cannot be read"),
                    (["--play-integrity", "com.example.shop", "--proof", "play-integrity=enforce"], "by which keys"),
                    (["--play-integrity", "com.example.shop", "--play-integrity-certificate", "aa"], "SHA-256"),
                ] {
                    let process = try site.start(["projects", "set", keys.project] + arguments)
                    #expect(try await process.exit() == .code(64), "\(arguments): \(process.log)")
                    #expect(process.log.contains(words), "\(process.log)")
                }
            }
        }
    }

    /// SHA-256 of a text that the script names.
    private static let signingCertificate = "65249414288787d6834e2bc2b1c40b7a5f43ca02c5c32f1c66840b63454f8550"

    private static func appAttest(_ folder: URL) -> [String] {
        [
            "--proof", "app-attest=enforce", "--app-attest", "TEAM123456.com.example.shop", "--app-attest-root",
            folder.appending(path: "root.pem").path,
        ]
    }

    private static func playIntegrity(_ folder: URL) -> [String] {
        [
            "--proof", "play-integrity=enforce", "--play-integrity", "com.example.shop", "--play-integrity-keys",
            folder.appending(path: "play.txt").path,
        ]
    }

    /// A folder with the keys of both services.
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verifyd-attest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let result = await Result.catching {
            _ = try await IdentityScript(name: "attest").run(["folder": .string(folder.path)])
            try await body(folder)
        }
        try FileManager.default.removeItem(at: folder)
        try result.get()
    }
}
