import AccountCore
import AccountTesting
import Accounts
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore

@testable import IdentityToolkit

@Suite("Issuers that say where their keys are")
struct DiscoveryTests {
    private static let document = "/.well-known/openid-configuration"

    /// A surface whose two projects have these issuers.
    private func fixture(_ issuers: (demo: String?, other: String?)) throws -> IdentityFixture {
        let fixture = try IdentityFixture(.production)
        for (project, issuer) in [(fixture.project, issuers.demo), (fixture.other, issuers.other)] {
            _ = try fixture.accountWorld.change(project.id) { project in
                var changed = project
                changed.ownIssuer = issuer
                return changed
            }
        }
        return fixture
    }

    @Test("each is found behind its own host and path, with its keys, and both may be kept for an hour")
    func own() async throws {
        let issuers = ["https://auth.shop.example", "https://auth.shop.example/bank/people"]
        try await fixture((issuers[0], issuers[1])).serve { api in
            for issuer in issuers {
                // A proxy before the surface speaks TLS with the caller.
                let plain = issuer.replacing("https:", with: "http:")
                let answer = try await api.call(.get, plain + Self.document, nil)
                #expect(answer.status == 200 && answer.text("issuer") == issuer)
                #expect(answer.headers[.cacheControl] == "public, max-age=3600")
                #expect(answer.headers[.contentType]?.hasPrefix("application/json") == true)
                let place = try answer.required("jwks_uri")
                #expect(place == issuer + "/.well-known/jwks.json")
                let keys = try await api.call(.get, place.replacing("https:", with: "http:"), nil)
                #expect(keys.status == 200 && keys.headers[.cacheControl] == "public, max-age=3600")
                #expect(try await keys.json == api.call(.get, "/.well-known/jwks.json", nil).json)
                #expect(try await api.call(.head, plain + Self.document, nil).status == 200)
            }
        }
    }

    @Test("an issuer that no project has is not found, whatever stands in the path")
    func unknown() async throws {
        try await fixture(("https://auth.shop.example/a/b/c/d", nil)).serve { api in
            #expect(try await api.call(.get, "http://auth.shop.example/a/b/c/d" + Self.document, nil).status == 200)
            for place in [
                "http://auth.shop.example", "http://auth.shop.example/a/b/c", "http://auth.shop.example/a/b/c/d/e",
                "http://evil.example/a/b/c/d", "/a/b/c/d", "", "/other-shop", "/securetoken.google.com/no-such-shop",
                "/securetoken.google.com", "http://auth.shop.example:8443/a/b/c/d",
            ] {
                let answer = try await api.call(.get, place + Self.document, nil)
                #expect(answer.status == 404 && answer.error == "Not Found", "\(place)")
                #expect(answer.headers[.cacheControl] == "no-store", "\(place)")
            }
            #expect(try await api.call(.get, "http://evil.example/a/.well-known/jwks.json", nil).status == 404)
        }
    }

    @Test("a project without an own issuer is found under Google's name, by the host or by the path")
    func usual() async throws {
        try await fixture(("https://auth.shop.example", nil)).serve { api in
            for place in [
                "http://securetoken.google.com/other-shop", "/securetoken.google.com/other-shop",
                "http://10.0.0.7:9099/securetoken.google.com/other-shop",
            ] {
                let answer = try await api.call(.get, place + Self.document, nil)
                #expect(answer.text("issuer") == "https://securetoken.google.com/other-shop", "\(place)")
                let keys = try answer.required("jwks_uri")
                #expect(keys.hasPrefix("https://www.googleapis.com/"), "no word of a caller says where keys are")
                #expect(try await api.call(.get, keys.replacing("https:", with: "http:"), nil).status == 200)
            }
            let foreign = try await api.call(.get, "http://securetoken.google.com/demo-shop" + Self.document, nil)
            #expect(foreign.status == 404)
            let named = try await api.call(.get, "/securetoken.google.com/demo-shop" + Self.document, nil)
            #expect(named.text("issuer") == "https://auth.shop.example", "the document is that of the tokens' issuer")
        }
    }
}
