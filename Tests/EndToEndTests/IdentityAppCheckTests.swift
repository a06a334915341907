import Glibc
import StrictJSON
import Testing

/// App Check with a service that nobody here wrote a line of Swift for: PyJWT signs, and Python's HTTP server shows keys.
@Suite("App Check at the Firebase surface", .serialized, .timeLimit(.minutes(10)))
struct IdentityAppCheckTests {
    @Test("a good token opens the way to real numbers, and nothing else does; which way it was is on record")
    func tokens() async throws {
        try await withSite { site in
            let keys = try await site.makeProject(unproven: "0")
            let port = try ReservedPort()
            let issuer = "http://127.0.0.1:\(port.port)"
            let set = try await site.run([
                "projects", "set", keys.project, "--app-check", "\(issuer),\(issuer)/keys,projects/123456789012",
                "--proof", "app-check=enforce", "--proof-limits", "2/hour",
            ])
            #expect(set["proofs"]?["modes"]?["app-check"] == "enforce")
            let caller = try await site.identity(of: keys, settings: ["identity.proxies=127.0.0.0/8"]).caller
            let phones = Site.phones(8)
            var job = caller.job(phones: phones)
            job["port"] = .integer(Int64(port.port))
            close(port.takeDescriptor())
            try await IdentityScript(name: "app_check").expectKept(4, job)
            #expect(Set(site.ledger.sms.map(\.phone)) == Set(phones.prefix(5) + [phones[6]]))
            let shown = try await site.run(["verifications", "show", phones[0]])
            #expect(shown["verifications"]?.array?.first?["appProof"] == "app-check")
        }
    }

    @Test("a project's rules for proofs are refused where they could not be kept")
    func rules() async throws {
        try await withSite { site in
            let keys = try await site.makeProject(unproven: "0")
            for (arguments, words) in [
                (["--proof", "app-check=enforce"], "whose App Check tokens"),
                (["--proof", "app-check"], "off, audit or enforce"), (["--proof", "oath=audit"], "app-check=enforce"),
                (["--app-check", "google:me"], "number of a project"),
                (["--app-check", "http://keys.example,http://keys.example/k,a"], "https"),
                (["--proof-limits", "0"], "5/hour"),
            ] {
                let process = try site.start(["projects", "set", keys.project] + arguments)
                #expect(try await process.exit() == .code(64), "\(arguments): \(process.log)")
                #expect(process.log.contains(words), "\(process.log)")
            }
        }
    }
}
