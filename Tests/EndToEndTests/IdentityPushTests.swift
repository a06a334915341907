import Glibc
import StrictJSON
import Testing

/// Silent pushes with a push service that nobody here wrote: hypercorn speaks HTTP/2, and PyJWT checks the key's token.
@Suite("Silent pushes at the Firebase surface", .serialized, .timeLimit(.minutes(10)))
struct IdentityPushTests {
    @Test("a push and its receipt open the way to real numbers, and nothing else does, whatever the push service does")
    func pushes() async throws {
        try await TestAuthority.with(names: []) { files in
            try await withSite { site in
                let keys = try await site.makeProject(unproven: "0")
                _ = try await site.addApp("bank")
                let bank = try await site.makeProject("demo-bank", of: "bank", unproven: "0")
                for project in [keys.project, bank.project] {
                    _ = try await site.run([
                        "projects", "set", project, "--proof", "silent-push=enforce", "--proof-limits", "3/hour",
                    ])
                }
                let port = try ReservedPort()
                let identity = try await site.identity(
                    of: keys,
                    // The server's key is one of P-256 in PEM, as Apple's are.
                    settings: ["identity.proxies=127.0.0.0/8", "identity.caFile=\(files.authority)"]
                        + Self.settings(port: port.port, keyFile: files.key))
                let phones = Site.phones(20)
                var job = identity.caller.job(phones: phones)
                job["port"] = .integer(Int64(port.port))
                job["certificate"] = .string(files.certificate)
                job["key"] = .string(files.key)
                job["bank"] = .string(bank.client)
                close(port.takeDescriptor())
                try await IdentityScript(name: "push").expectKept(9, job)
                let shown = try await site.run(["verifications", "show", phones[0]])
                #expect(shown["verifications"]?.array?.first?["appProof"] == "silent-push")
                #expect(identity.process.log.contains("Apple's push service refuses silent pushes"))
                #expect(identity.process.log.contains("InvalidProviderToken"))
                site.expectNotLogged([String(repeating: "0a", count: 20), String(repeating: "0A", count: 20)])
            }
        }
    }

    @Test("a process with a wrong key file does not start, and says which file it is")
    func keyFile() async throws {
        try await withSite { site in
            _ = try await site.makeProject()
            for (settings, words) in [
                (Self.settings(port: 1, keyFile: "/nonexistent/AuthKey.p8"), "/nonexistent/AuthKey.p8 cannot be read"),
                (Self.settings(port: 1, keyFile: "/etc/hostname"), "/etc/hostname is no private key of P-256"),
                (["identity.push.keyID=ABC123DEFG"], "identity.push.keyFile is not set"),
                (["identity.push.keyFile=/etc/hostname"], "identity.push.keyID is not set"),
            ] {
                let process = try site.start("identity", settings: ["identity.port=0"] + settings)
                #expect(try await process.exit() != .code(0))
                #expect(process.log.contains(words), "\(process.log)")
            }
        }
    }

    private static func settings(port: Int, keyFile: String) -> [String] {
        [
            "identity.push.keyFile=\(keyFile)", "identity.push.keyID=ABC123DEFG", "identity.push.teamID=DEF123GHIJ",
            "identity.push.bundles=com.example.shop,com.example.bank", "identity.push.host=localhost:\(port)",
            "identity.push.sandboxHost=127.0.0.1:\(port)",
        ]
    }
}
