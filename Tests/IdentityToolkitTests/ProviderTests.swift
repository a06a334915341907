import AccountCore
import AccountTesting
import HTTPTypes
import JWTKit
import StrictJSON
import Testing
import VerificationCore

@testable import IdentityToolkit

/// `oauthIdpConfigs` and `defaultSupportedIdpConfigs`, as firebase-admin and Google's REST write them.
@Suite("The providers of a project")
struct ProviderTests {
    private static let secret = "s3cret-of-the-client"
    private static let shop = """
        {"clientId":"shop-1","issuer":"https://id.example","displayName":"Shop","enabled":true,\
        "clientSecret":"\(secret)","responseType":{"code":true,"idToken":false}}
        """

    private func call(
        _ api: IdentityClient, _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil
    ) async throws -> WireAnswer {
        try await api.call(
            method, "\(IdentityClient.v2)/projects/demo-shop/\(path)", body, bearer: api.owner)
    }

    private func kept(_ fixture: IdentityFixture, _ id: String) throws -> IdentityProvider? {
        try fixture.accountWorld.projects().first?.identities[try #require(ProviderID(id))]
    }

    @Test("of OpenID Connect are added, shown, changed and removed", arguments: IdentityModeName.allCases)
    func openID(mode: IdentityModeName) async throws {
        let fixture = try IdentityFixture(mode.mode)
        try await fixture.serve { api in
            let made = try await call(api, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.shop", Self.shop)
            #expect(made.status == 200, "\(made.body)")
            #expect(made["name"] == "projects/demo-shop/oauthIdpConfigs/oidc.shop" && made["enabled"] == true)
            #expect(made["clientId"] == "shop-1" && made["issuer"] == "https://id.example")
            #expect(made["displayName"] == "Shop" && made["responseType"] == ["code": true])
            #expect(try await call(api, .get, "oauthIdpConfigs/oidc.shop").json == made.json)
            let sealed = try #require(try kept(fixture, "oidc.shop")?.secret)
            let purpose = IdentityProvider.purpose(of: fixture.project.id, try #require(ProviderID("oidc.shop")))
            #expect(fixture.keyRing.open(sealed, for: purpose) == Array(Self.secret.utf8))
            let changed = try await call(
                api, .patch, "oauthIdpConfigs/oidc.shop?updateMask=clientId%2CdisplayName%2Cenabled",
                #"{"clientId":"shop-2","enabled":false,"issuer":"https://not.in.the.mask"}"#)
            #expect(changed["clientId"] == "shop-2" && changed["enabled"] == false && changed["displayName"] == nil)
            let secret = try kept(fixture, "oidc.shop")?.secret
            #expect(changed["issuer"] == "https://id.example" && secret == sealed)
            let removed = try await call(api, .delete, "oauthIdpConfigs/oidc.shop")
            #expect(removed.status == 200 && removed.json == .object(JSONObject()))
            for method in [HTTPRequest.Method.get, .patch, .delete] {
                let gone = try await call(api, method, "oauthIdpConfigs/oidc.shop", method == .patch ? "{}" : nil)
                #expect(gone.status == 400 && gone.error == "CONFIGURATION_NOT_FOUND", "\(method)")
            }
        }
    }

    @Test("that Firebase knows by name are added by idpId, and each list shows its own kind")
    func known() async throws {
        let fixture = try IdentityFixture(.production)
        try await fixture.serve { api in
            let pem = ES256PrivateKey().pemRepresentation
            let key = pem.split(separator: "\n").joined(separator: #"\n"#)
            let bodies = [
                ("facebook.com", #"{"clientId":"1234567890","clientSecret":"\#(Self.secret)"}"#),
                ("google.com", #"{"clientId":"a.apps.example","enabled":true}"#),
                (
                    "apple.com",
                    #"{"clientId":"com.example.web","appleSignInConfig":{"bundleIds":["com.example.shop"],"#
                        + #""codeFlowConfig":{"teamId":"TEAM123456","keyId":"KEY1234567","privateKey":"\#(key)"}}}"#
                ),
            ]
            for (id, body) in bodies {
                let made = try await call(api, .post, "defaultSupportedIdpConfigs?idpId=\(id)", body)
                #expect(made.status == 200 && made["name"]?.string?.hasSuffix("/\(id)") == true, "\(made.body)")
                #expect(!made.body.contains(Self.secret) && !made.body.contains("PRIVATE"))
                let again = try await call(api, .post, "defaultSupportedIdpConfigs?idp_id=\(id)", body)
                #expect(again.error == "CONFIGURATION_EXISTS")
            }
            #expect(try kept(fixture, "facebook.com")?.isEnabled == false, "off unless the caller says that it is on")
            _ = try await call(api, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.shop", Self.shop)
            let list = try await call(api, .get, "defaultSupportedIdpConfigs")
            let names = list["defaultSupportedIdpConfigs"]?.array?.compactMap { provider in
                provider["name"]?.string?.split(separator: "/").last
            }
            #expect(names == ["apple.com", "facebook.com", "google.com"] && list["nextPageToken"] == nil)
            #expect(!list.body.contains(Self.secret) && !list.body.contains("PRIVATE"))
            let apple = try await call(api, .get, "defaultSupportedIdpConfigs/apple.com")
            #expect(apple["appleSignInConfig"]?["bundleIds"] == ["com.example.shop"])
            let other = try await call(api, .get, "oauthIdpConfigs/apple.com")
            #expect(other.error == "CONFIGURATION_NOT_FOUND")
        }
        let lines = fixture.audited.all.map(\.subject)
        #expect(
            lines
                == ["facebook.com", "google.com", "apple.com", "oidc.shop"].map {
                    "project demo-shop: provider \($0) added"
                })
    }

    @Test("are listed in pages, each of them once")
    func pages() async throws {
        let fixture = try IdentityFixture()
        try await fixture.serve { api in
            #expect(try await call(api, .get, "oauthIdpConfigs?pageSize=2").json == .object(JSONObject()))
            for name in ["c", "a", "e", "b", "d"] {
                _ = try await call(api, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.\(name)", Self.shop)
            }
            var (names, token, pages) = ([String](), "", 0)
            repeat {
                let page = try await call(api, .get, "oauthIdpConfigs?pageSize=2&pageToken=\(token)")
                names += page["oauthIdpConfigs"]?.array?.compactMap { $0["name"]?.string?.suffix(1).description } ?? []
                token = page.text("nextPageToken") ?? ""
                pages += 1
            } while !token.isEmpty && pages < 9
            #expect(names == ["a", "b", "c", "d", "e"] && pages == 3)
            let bad = try await call(api, .get, "oauthIdpConfigs?pageToken=google.com")
            #expect(bad.error == "INVALID_PAGE_SELECTION")
            let size = try await call(api, .get, "oauthIdpConfigs?pageSize=two")
            #expect(size.status == 400 && size["error"]?["status"] == "INVALID_ARGUMENT")
        }
    }

    @Test(
        "are refused where they are none, and nothing is kept",
        arguments: [
            ("oauthIdpConfigs?oauthIdpConfigId=google.com", "{}", "INVALID_CONFIG_ID : "),
            ("oauthIdpConfigs", "{}", "INVALID_CONFIG_ID : "),
            ("oauthIdpConfigs?oauthIdpConfigId=oidc.", "{}", "INVALID_CONFIG_ID : "),
            ("defaultSupportedIdpConfigs?idpId=twitter.com", #"{"clientId":"a"}"#, "INVALID_CONFIG_ID : "),
            ("oauthIdpConfigs?oauthIdpConfigId=oidc.a", #"{"clientId":"a"}"#, "MISSING_ISSUER"),
            ("oauthIdpConfigs?oauthIdpConfigId=oidc.a", #"{"issuer":"https://a.b"}"#, "MISSING_OAUTH_CLIENT_ID"),
            (
                "oauthIdpConfigs?oauthIdpConfigId=oidc.a", #"{"clientId":"a","issuer":"http://a.b"}"#,
                "INVALID_ISSUER : "
            ),
            (
                "oauthIdpConfigs?oauthIdpConfigId=oidc.a", #"{"clientId":"a b","issuer":"https://a.b"}"#,
                "INVALID_OAUTH_CLIENT_ID : "
            ),
            (
                "oauthIdpConfigs?oauthIdpConfigId=oidc.a",
                #"{"clientId":"a","issuer":"https://a.b","responseType":{"code":true}}"#, "MISSING_OAUTH_CLIENT_SECRET"
            ),
            (
                "oauthIdpConfigs?oauthIdpConfigId=oidc.a", #"{"clientId":"a","issuer":"https://a.b","hat":1}"#,
                "INVALID_CONFIG : hat"
            ),
            (
                "oauthIdpConfigs?oauthIdpConfigId=oidc.a", #"{"clientId":["a"]}"#,
                "Invalid JSON payload received. /clientId must be string"
            ),
            (
                "defaultSupportedIdpConfigs?idpId=apple.com",
                #"{"clientId":"a","appleSignInConfig":{"codeFlowConfig":{"teamId":"T","keyId":"K","privateKey":"no"}}}"#,
                "INVALID_CONFIG : privateKey"
            ),
        ])
    func refused(path: String, body: String, error: String) async throws {
        let fixture = try IdentityFixture(.production)
        let answer = try await fixture.serve { try await call($0, .post, path, body) }
        #expect(answer.status == 400 && answer.error?.hasPrefix(error) == true, "\(answer.body)")
        #expect(try fixture.accountWorld.projects().first == fixture.project && fixture.audited.all.isEmpty)
    }

    @Test("are at most 50, so that a project stays readable")
    func most() async throws {
        let fixture = try IdentityFixture()
        var project = fixture.project
        project.identities.providers = try (0..<50).map { IdentityProvider(try #require(ProviderID("oidc.n\($0)"))) }
        _ = try fixture.accountWorld.save(project)
        let answer = try await fixture.serve {
            try await call($0, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.more", Self.shop)
        }
        #expect(answer.error == "INVALID_CONFIG : A project has at most 50 providers.")
    }

    @Test("are changed with a line in the audit that names the members, and by keys of scope admin alone")
    func audit() async throws {
        let fixture = try IdentityFixture(.production)
        try await fixture.serve { api in
            _ = try await call(api, .post, "oauthIdpConfigs?oauthIdpConfigId=oidc.shop", Self.shop)
            let change = #"{"clientSecret":"another-s3cret","enabled":false}"#
            #expect(try await call(api, .patch, "oauthIdpConfigs/oidc.shop", change).status == 200)
            #expect(try await call(api, .delete, "oauthIdpConfigs/oidc.shop").status == 200)
            let path = "\(IdentityClient.v2)/projects/demo-shop/oauthIdpConfigs"
            let stranger = try await api.call(.get, path, nil, bearer: IdentityFixture.otherAdminKey)
            #expect(stranger.status == 400 && stranger.error == "INSUFFICIENT_PERMISSION")
            let app = try await api.call(.get, "\(path)?key=\(IdentityFixture.clientKey)", nil)
            #expect(app.status == 400)
        }
        let subjects = fixture.audited.all.map(\.subject)
        #expect(
            subjects
                == ["added", "changed (off, secret)", "removed"].map {
                    "project demo-shop: provider oidc.shop \($0)"
                })
        #expect(fixture.audited.all.allSatisfy { $0.action == .changeApp })
    }
}
