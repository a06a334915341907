import StrictJSON
import Testing
import VerificationCore

/// How backends come in that know no more than names and keys, with all checks of signatures on.
@Suite("calls of backends", .serialized, .timeLimit(.minutes(10)))
struct IdentityBackendTests {
    private static let google = [
        "identitytoolkit.googleapis.com", "securetoken.googleapis.com", "www.googleapis.com", "securetoken.google.com",
    ]

    @Test(
        "firebase-admin by Google's names with an authority of the network, and any JWT library by the issuer",
        arguments: [nil, "https://auth.shop.example", "https://auth.shop.example/people/shop"])
    func names(issuer: String?) async throws {
        try await TestAuthority.with(names: Self.google + ["auth.shop.example"]) { files in
            try await withSite { site in
                let keys = try await site.makeProject()
                if let issuer { _ = try await site.run(["projects", "set", keys.project, "--issuer", issuer]) }
                let account = try await site.run(["projects", "service-account", keys.project])
                let identity = try await site.identity(
                    of: keys, settings: ["identity.certificate=\(files.certificate)", "identity.key=\(files.key)"])
                var job = identity.caller.job()
                job["account"] = account
                job["issuer"] = .string(issuer ?? "https://securetoken.google.com/\(keys.project)")
                try await IdentityScript(name: "backends").expectKept(
                    5, job, environment: ["REQUESTS_CA_BUNDLE": files.authority])
                let lines = try #require(account["private_key"]?.string).split(separator: "\n")
                try #require(lines.count > 20)
                let database = String(decoding: try await site.dump(), as: UTF8.self)
                for line in lines[3...18] {
                    #expect(!database.contains(line), "the private key is nowhere")
                    site.expectNotLogged([String(line)])
                }
            }
        }
    }

    @Test("a service account opens its own project, is listed without its key, and opens nothing once it is removed")
    func accounts() async throws {
        try await withSite { site in
            let shop = try await site.makeProject()
            _ = try await site.addApp("bank")
            let bank = try await site.makeProject("demo-bank", of: "bank")
            let account = try await site.run(["projects", "service-account", shop.project])
            let name = try #require(account["private_key_id"]?.string)
            let caller = try await site.identity(of: shop).caller
            let listed = try #require(try await site.run(["projects", "service-accounts", "list"]).array)
            #expect(listed.map { $0["key"]?.string } == [name] && listed[0]["email"] == account["client_email"])
            #expect(!"\(listed)".contains("PRIVATE"))
            #expect(try await site.run(["projects", "service-accounts", "list", bank.project]).array == [])

            let made = try await IdentityScript(name: "bridge").run(["account": account, "uid": "ann"])
            let token = try #require(made["token"])
            let signedIn = try await caller.call("signInWithCustomToken", ["token": token])
            let refreshToken = try #require(signedIn["refreshToken"], "\(signedIn.message ?? "")")
            let stranger = IdentityCaller(base: caller.base, mode: .production, keys: bank, client: caller.client)
            let foreign = try await stranger.call("signInWithCustomToken", ["token": token])
            #expect(foreign.code == "CREDENTIAL_MISMATCH")

            _ = try await site.run(["projects", "service-accounts", "remove", name])
            try await eventually("the removal is known") {
                try await caller.call("signInWithCustomToken", ["token": token]).code == "OPERATION_NOT_ALLOWED"
            }
            #expect(try await caller.refresh(refreshToken).status == 200, "a session goes on")
            for command in [["service-account", "no-such-shop"], ["service-accounts", "remove", name]] {
                let refused = try site.start(["projects"] + command)
                #expect(try await refused.exit() == .code(66), "\(refused.log)")
            }
            let actions = try await site.run(["audit", "list"]).array ?? []
            #expect(actions.filter { $0["subject"]?.string?.contains("service account \(name)") == true }.count == 2)
        }
    }
}
