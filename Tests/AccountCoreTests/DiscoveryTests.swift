import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("The issuer of a project's tokens, as others find it")
struct DiscoveryTests {
    private func project(_ issuer: String?) throws -> Project {
        var project = Project(
            try #require(ProjectID("demo-shop")), app: try #require(AppID("demo")), number: 1)
        project.ownIssuer = issuer
        return project
    }

    @Test("is meant by a call to its host and path, in any letters and with the usual port or a slash at the end")
    func places() throws {
        for (issuer, authority, path) in [
            ("https://auth.shop.example", "auth.shop.example", ""),
            ("https://auth.shop.example", "AUTH.shop.example", "/"),
            ("https://auth.shop.example/", "auth.shop.example:443", ""),
            ("https://auth.shop.example:443/a/b", "auth.shop.example", "/a/b"),
            ("https://auth.shop.example:8443/a", "auth.shop.example:8443", "/a/"),
            ("https://[2001:db8::1]/a", "[2001:db8::1]", "/a"), (nil, "securetoken.google.com", "/demo-shop"),
        ] as [(String?, String, String)] {
            #expect(try project(issuer).issues(at: authority, path: path), "\(issuer ?? "") \(authority)\(path)")
        }
    }

    @Test("is meant by no other host, port or path")
    func others() throws {
        for (issuer, authority, path) in [
            ("https://auth.shop.example", "shop.example", ""),
            ("https://auth.shop.example", "auth.shop.example:8443", ""),
            ("https://auth.shop.example", "auth.shop.example", "/a"),
            ("https://auth.shop.example/a", "auth.shop.example", ""),
            ("https://auth.shop.example/a", "auth.shop.example", "/A"), ("https://auth.shop.example/a", "", "/a"),
            ("https://auth.shop.example?a", "auth.shop.example", ""), ("auth.shop.example", "auth.shop.example", ""),
            ("https://auth.shop.example", "securetoken.google.com", "/demo-shop"), (nil, "securetoken.google.com", ""),
            (nil, "auth.shop.example", "/demo-shop"),
        ] as [(String?, String, String)] {
            #expect(try !project(issuer).issues(at: authority, path: path), "\(issuer ?? "") \(authority)\(path)")
        }
    }

    @Test("says itself, and where the keys are: at an own issuer, or where Google's libraries find them")
    func document() throws {
        for (issuer, keys) in [
            ("https://auth.shop.example", "https://auth.shop.example/.well-known/jwks.json"),
            ("https://auth.shop.example/a/", "https://auth.shop.example/a/.well-known/jwks.json"),
        ] {
            let document = try project(issuer).openIDConfiguration
            #expect(document["issuer"]?.string == issuer && document["jwks_uri"]?.string == keys)
        }
        let document = try project(nil).openIDConfiguration
        #expect(document["issuer"] == "https://securetoken.google.com/demo-shop")
        #expect(document["jwks_uri"]?.string?.hasPrefix("https://www.googleapis.com/service_accounts/v1/jwk/") == true)
        #expect(document["id_token_signing_alg_values_supported"] == ["RS256"])
        #expect(document["subject_types_supported"] == ["public"])
        #expect(document["response_types_supported"] == ["id_token"])
        #expect(document["authorization_endpoint"] == nil)
    }

    @Test("promises no claim that a token cannot have, and all that a token of a whole account has")
    func claims() throws {
        var account = Account(try #require(LocalID("ann")), createdAt: Timestamp(seconds: 1))
        (account.displayName, account.photoURL) = ("Ann", "https://example.com/ann.png")
        (account.phone, account.email) = ("+14155550123", "ann@example.com")
        let claims = IDTokenClaims(
            of: account, SignInMethod(.anonymous), project: try #require(ProjectID("demo-shop")), issuer: "https://a",
            signedInAt: Timestamp(seconds: 2), at: Timestamp(seconds: 3))
        #expect(Set(claims.json.members.map(\.key)) == Set(IDTokenClaims.names))
    }
}
