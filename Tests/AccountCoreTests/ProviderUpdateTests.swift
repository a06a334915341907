import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("Providers of a project, as administrators write them")
struct ProviderUpdateTests {
    private let project = ProjectID("demo-shop")

    private func provider(_ id: String) throws -> IdentityProvider { IdentityProvider(try #require(ProviderID(id))) }

    private func object(_ text: String) throws -> JSONObject { try #require(try JSONValue(parsing: text.utf8).object) }

    /// Seals nothing: a secret's bytes show what would have been sealed.
    private func changed(
        _ provider: IdentityProvider, _ body: String, mask: String? = nil
    ) throws -> IdentityProvider {
        let kind = try #require(ProviderKind(provider.id))
        let update = try ProviderUpdate(try object(body), mask: mask.flatMap(FieldMask.init), of: kind)
        return try update.changed(provider) { secret throws(AccountError) in
            switch secret {
            case .ofClient(let text): SealedCode(keyName: "client", bytes: Array(text.utf8))
            case .applePrivateKey(let text): SealedCode(keyName: "apple", bytes: Array(text.utf8))
            }
        }
    }

    private func document(_ provider: IdentityProvider) throws -> JSONValue {
        .object(provider.document(in: try #require(project)))
    }

    @Test("an ID is of one of two lists, or of none")
    func kinds() {
        let kinds: [(String, ProviderKind?)] = [
            ("facebook.com", .known), ("apple.com", .known), ("google.com", .known), ("oidc.shop-1.a_B", .openID),
            ("twitter.com", nil), ("oidc.", nil), ("oidc.a b", nil), ("oidc.é", nil), ("saml.x", nil), ("phone", nil),
            ("OIDC.x", nil), ("oidc." + String(repeating: "x", count: 61), nil),
        ]
        for (id, kind) in kinds { #expect(ProviderID(id).flatMap(ProviderKind.init) == kind, "\(id)") }
    }

    @Test("a provider of OpenID Connect is read from the members of the wire, and shown without its secret")
    func openID() throws {
        let made = try changed(
            provider("oidc.shop"),
            #"""
            {"name":"x","client_id":"shop-1","issuer":"https://id.example/realm","displayName":"Shop","enabled":true,
            "clientSecret":"s3cret","responseType":{"code":true,"idToken":false}}
            """#)
        #expect(made.audiences == ["shop-1"] && made.ownIssuer == "https://id.example/realm" && made.isEnabled)
        #expect(made.secret == SealedCode(keyName: "client", bytes: Array("s3cret".utf8)) && made.asksForCode)
        let shown = try JSONValue(
            parsing: #"""
                {"name":"projects/demo-shop/oauthIdpConfigs/oidc.shop","enabled":true,"displayName":"Shop",
                "clientId":"shop-1","issuer":"https://id.example/realm","responseType":{"code":true}}
                """#.utf8)
        #expect(try document(made) == shown)
        let again = try changed(made, #"{"enabled":false,"displayName":null}"#, mask: "enabled,displayName")
        #expect(!again.isEnabled && again.displayName == nil && again.secret == made.secret)
        let byToken = try changed(made, #"{"responseType":{"idToken":true}}"#, mask: "responseType.idToken")
        #expect(!byToken.asksForCode)
        #expect(try changed(made, #"{"issuer":"https://b.example"}"#, mask: "enabled").isEnabled == false)
        #expect(try changed(made, "{}", mask: "displayName").displayName == nil)
        #expect(try changed(made, "{}") == made, "without a mask the body says what changes")
        #expect(try changed(made, #"{"clientSecret":"","responseType":{"idToken":true}}"#).secret == nil)
    }

    @Test("an operator's further client ids stay where an administrator changes the first")
    func audiences() throws {
        var facebook = try changed(try provider("facebook.com"), #"{"clientId":1234567890,"clientSecret":"a1b2"}"#)
        #expect(facebook.audiences == ["1234567890"] && facebook.isEnabled)
        let isSet = facebook.setAudiences(["1234567890", "99"])
        #expect(isSet)
        #expect(try changed(facebook, #"{"clientId":"77"}"#).audiences == ["77", "99"])
    }

    @Test("Apple's bundle ids are audiences too, and its private key stays while the ids beside it change")
    func apple() throws {
        let made = try changed(
            provider("apple.com"),
            #"""
            {"enabled":true,"clientId":"com.example.web","appleSignInConfig":{"bundleIds":["com.example.shop"],
            "codeFlowConfig":{"teamId":"TEAM123456","keyId":"KEY1234567","privateKey":"PEM"}}}
            """#)
        #expect(made.audiences == ["com.example.web", "com.example.shop"])
        #expect(made.secret == SealedCode(keyName: "apple", bytes: Array("PEM".utf8)))
        #expect(made.appleKey == IdentityProvider.AppleKey(team: "TEAM123456", key: "KEY1234567"))
        let shown = try document(made)["appleSignInConfig"]
        #expect(
            shown == [
                "bundleIds": ["com.example.shop"], "codeFlowConfig": ["teamId": "TEAM123456", "keyId": "KEY1234567"],
            ])
        let key = try changed(
            made, #"{"appleSignInConfig":{"codeFlowConfig":{"keyId":"OTHER12345"}}}"#,
            mask: "appleSignInConfig.codeFlowConfig.keyId")
        #expect(key.appleKey?.key == "OTHER12345" && key.secret == made.secret && key.audiences == made.audiences)
        let none = try changed(made, #"{"clientId":"com.example.web"}"#, mask: "clientId,appleSignInConfig")
        #expect(none.audiences == ["com.example.web"] && none.secret == nil && none.appleKey == nil)
    }

    @Test(
        "what a provider cannot be is refused, and the refusal repeats no secret",
        arguments: [
            ("oidc.shop", #"{"issuer":"https://a.example"}"#, AccountError.Code.missingOAuthClientID),
            ("oidc.shop", #"{"clientId":"","issuer":"https://a.example"}"#, .missingOAuthClientID),
            ("oidc.shop", #"{"clientId":"a b","issuer":"https://a.example"}"#, .invalidOAuthClientID),
            ("oidc.shop", #"{"clientId":"a"}"#, .missingIssuer),
            ("oidc.shop", #"{"clientId":"a","issuer":"http://a.example"}"#, .invalidIssuer),
            ("oidc.shop", #"{"clientId":"a","issuer":"https://a.example?x=1"}"#, .invalidIssuer),
            (
                "oidc.shop", #"{"clientId":"a","issuer":"https://a.example","responseType":{"code":true}}"#,
                .missingOAuthClientSecret
            ),
            (
                "oidc.shop",
                #"{"clientId":"a","issuer":"https://a.example","responseType":{"code":true,"idToken":true}}"#,
                .invalidConfig
            ),
            (
                "oidc.shop",
                #"{"clientId":"a","issuer":"https://a.example","responseType":{"code":false,"idToken":false}}"#,
                .invalidConfig
            ),
            ("oidc.shop", #"{"clientId":"a","issuer":"https://a.example","hat":1}"#, .invalidConfig),
            ("oidc.shop", #"{"clientId":"a","issuer":"https://a.example","clientSecret":"s3 cret"}"#, .invalidConfig),
            ("google.com", #"{"clientId":"a","issuer":"https://a.example"}"#, .invalidConfig),
            ("google.com", #"{"clientId":"a","appleSignInConfig":{"bundleIds":["b"]}}"#, .invalidConfig),
            ("apple.com", #"{"clientId":"a","clientSecret":"s3cret"}"#, .invalidConfig),
            (
                "apple.com", #"{"clientId":"a","appleSignInConfig":{"codeFlowConfig":{"privateKey":"s3cret"}}}"#,
                .invalidConfig
            ),
            (
                "apple.com", #"{"clientId":"a","appleSignInConfig":{"codeFlowConfig":{"teamId":"T","keyId":"K"}}}"#,
                .invalidConfig
            ),
            ("apple.com", #"{"appleSignInConfig":{"bundleIds":["com.example.shop"]}}"#, .missingOAuthClientID),
        ])
    func refused(id: String, body: String, code: AccountError.Code) throws {
        let provider = try provider(id)
        let error = #expect(throws: AccountError.self) { try changed(provider, body) }
        guard case .refused(code, let words) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(words?.contains("s3") != true)
    }
}
