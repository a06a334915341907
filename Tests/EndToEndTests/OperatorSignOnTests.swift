import StrictJSON
import TestSupport
import Testing
import VerificationCore

/// Operators who come in by a provider that others wrote.
@Suite("the operators' single sign-on", .serialized, .timeLimit(.minutes(10)))
struct OperatorSignOnTests {
    @Test(
        "a person comes in by a provider that others wrote, as far as it says, until an admin switches the person off")
    func provider() async throws {
        try await withSite { site in
            try await site.makeOperators(["ada": .viewer])
            let port = try Pooler.freePort()
            let dashboard = try await site.dashboard(
                settings: [
                    "dashboard.oidc.issuer=http://127.0.0.1:\(port)", "dashboard.oidc.clientID=dash",
                    "dashboard.oidc.clientSecret=not a secret", "dashboard.url=https://ops.example",
                    #"dashboard.oidc.roles={"oncall": "operator", "admins": "admin"}"#,
                ])
            try await IdentityScript(name: "operators").expectKept(
                5,
                ["mode": "production", "base": .string(dashboard.base), "port": .integer(Int64(port))])

            let people = try #require(try await site.run(["operators", "list"]).array)
            #expect(people.map { $0["name"]?.string } == ["ada", "anna", "ben"])
            #expect(people.map { $0["role"]?.string } == ["viewer", "operator", "admin"])
            #expect(people.map { $0["identity"]?["subject"]?.string } == [nil, "7", "8"])
            #expect(people[1]["sessions"]?.integer ?? 0 > 0)

            let off = try await site.run(["operators", "off", "anna", "--reason", "has left"])
            #expect(off["state"]?.string == "off")
            let left = try #require(try await site.run(["operators", "list"]).array)
            #expect(left[1]["sessions"] == .integer(0) && left[1]["identity"]?["isOff"] == true)
            let audit = try #require(try await site.run(["audit", "list", "--action", "change-operator"]).array)
            #expect(audit.first?["subject"]?.string == "anna switched off")
            #expect(audit.first?["reason"]?.string == "has left")
        }
    }

    @Test("a dashboard with half of the settings does not start, and says which is missing")
    func half() async throws {
        try await withSite { site in
            let process = try site.start(
                "dashboard",
                settings: [
                    "dashboard.port=0", "gateway.kind=sandbox", "dashboard.oidc.issuer=https://id.example",
                    "dashboard.oidc.defaultRole=viewer",
                ])
            #expect(try await process.exit() != .code(0))
            #expect(process.log.contains("dashboard.oidc.clientID is not set"), "\(process.log)")
        }
    }
}
