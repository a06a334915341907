import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("Providers of a project, as the store keeps them")
struct IdentityRulesTests {
    private func rules() throws -> IdentityRules {
        var rules = IdentityRules()
        var apple = IdentityProvider(try #require(ProviderID("apple.com")))
        let isApple = [
            apple.setAudiences(["com.example.web", "com.example.shop"]),
            apple.setAppleKey(team: "TEAM123456", key: "KEY1234567"),
        ]
        #expect(!isApple.contains(false))
        apple.secret = SealedCode(keyName: "k1", bytes: [1, 2, 255])
        var own = IdentityProvider(try #require(ProviderID("oidc.shop")))
        (own.isEnabled, own.asksForCode, rules.letsAnyAccountEnroll) = (false, true, true)
        let areSet = [
            own.setAudiences(["shop"]), own.setIssuer("https://id.example"), own.setDisplayName("Shop é"),
            own.setKeySetURL("http://127.0.0.1:8080/keys"), own.setServiceURL("https://graph.example"),
        ]
        #expect(!areSet.contains(false))
        rules.providers = [apple, own]
        return rules
    }

    @Test("they come back as they were, and operators see them without secrets")
    func kept() throws {
        let rules = try rules()
        #expect(IdentityRules(rules.json) == rules && IdentityRules(IdentityRules().json) == IdentityRules())
        let shown = rules.providers.map { String(decoding: JSONValue.object($0.shown).serialized, as: UTF8.self) }
        #expect(shown.allSatisfy { !$0.contains("k1") && !$0.contains("secret") })
        #expect(rules.words == "apple.com, oidc.shop (off)" && IdentityRules().words == "none")
    }

    @Test(
        "a member of another version makes them unreadable, because a change would lose it",
        arguments: [
            ("scopes", ["email"]), ("audiences", [7]), ("audiences", "a"), ("name", 7), ("issuer", 7), ("keys", true),
            ("service", 1), ("appleKey", ["team": "T"]), ("appleKey", ["team": "T", "key": "K", "more": 1]),
            ("keyName", .null), ("secret", "%"), ("enabled", "yes"), ("id", ""), ("asksForCode", "no"),
        ] as [(String, JSONValue)])
    func unknown(name: String, value: JSONValue) throws {
        let rules = try rules()
        var object = try #require(rules.json.object)
        var apple = try #require(rules.json["providers"]?.array?.first?.object)
        apple[name] = value
        object["providers"] = [.object(apple)]
        #expect(IdentityRules(.object(object)) == nil)
        var more = try #require(rules.json.object)
        more["hat"] = 1
        #expect(IdentityRules(.object(more)) == nil)
    }

    @Test("URLs that anybody on the way could change are refused, and so are ids that no provider gives")
    func bounds() throws {
        var provider = IdentityProvider(try #require(ProviderID("oidc.shop")))
        for url in [
            "http://a.example", "ftp://a.example", "https://", "joe", "https://a@b.example", "https://a.example?b",
        ] {
            let areSet = [provider.setIssuer(url), provider.setKeySetURL(url), provider.setServiceURL(url)]
            #expect(areSet == [false, false, false], "\(url)")
        }
        for ids in [[], ["a", ""], ["é"], ["a b"], Array(repeating: "a", count: 51)] {
            let isSet = provider.setAudiences(ids)
            #expect(!isSet, "\(ids)")
        }
        let areSet = [
            provider.setDisplayName("a\nb"), provider.setAppleKey(team: "", key: "K"),
            provider.setAppleKey(team: "T-1", key: "K"),
        ]
        #expect(areSet == [false, false, false])
        #expect(provider == IdentityProvider(provider.id))
    }

    @Test("keys that were written for one issuer vouch for no other")
    func movedIssuer() throws {
        var provider = IdentityProvider(try #require(ProviderID("oidc.shop")))
        let isSet = provider.setIssuer("https://a.example") && provider.setKeySetURL("https://a.example/keys")
        let isSame = provider.setIssuer("https://a.example")
        #expect(isSet && isSame && provider.keySetPlace == .url("https://a.example/keys"))
        let isMoved = provider.setIssuer("https://b.example")
        #expect(isMoved && provider.keySetPlace == .issuer("https://b.example"))
    }

    @Test("the audit says which providers differ and in what, and no secret")
    func changes() throws {
        var old = Project(try #require(ProjectID("demo-shop")), app: try #require(AppID("demo")), number: 1)
        var new = try rules()
        old.identities = new
        new.providers[0].secret = SealedCode(keyName: "k2", bytes: [9])
        new.providers[0].isEnabled = false
        new[try #require(ProviderID("oidc.shop"))] = nil
        new[try #require(ProviderID("google.com"))] = IdentityProvider(try #require(ProviderID("google.com")))
        var project = old
        project.identities = new
        #expect(
            project.changes(from: old) == "providers: apple.com (off, secret), google.com added, oidc.shop removed")
        project.identities = old.identities
        project.identities.letsAnyAccountEnroll = false
        try project.setSecondFactors(.mandatory, phones: true, apps: true)
        #expect(project.changes(from: old) == "second factors to mandatory (sms, totp)")
    }
}
