import AccountCore
import AccountTesting
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import Accounts

@Suite("What proves who a person is at another provider")
struct IdentityProofTests {
    private static let places = (
        apple: "https://appleid.apple.com/auth/keys", google: "https://www.googleapis.com/oauth2/v3/certs",
        facebook: "https://www.facebook.com/.well-known/oauth/openid/jwks/", house: "https://id.example/keys"
    )
    private static let issuer = "https://id.example/shop/"

    private let fixture: IdentityFixture
    private let project: Project

    /// A surface in production whose project takes four providers, each with the keys of the table.
    init() throws {
        fixture = try IdentityFixture(.production)
        var project = fixture.project
        for id in [ProviderID.apple, .google, .facebook, try #require(ProviderID("oidc.house"))] {
            var provider = IdentityProvider(id)
            provider.audiences = ["com.example.shop", "shop-web"]
            if id.text == "oidc.house" { provider.ownIssuer = Self.issuer }
            if id == .facebook {
                let purpose = IdentityProvider.purpose(of: project.id, id)
                provider.secret = fixture.keyRing.seal(Array("the app's secret".utf8), for: purpose)
            }
            project.identities[id] = provider
        }
        self.project = project
        let keys = try Self.set(ProviderTokens.keys)
        for url in [Self.places.apple, Self.places.google, Self.places.facebook, Self.places.house] {
            fixture.keySets.put(keys, at: url)
        }
        fixture.keySets.put(
            ["issuer": .string(Self.issuer), "jwks_uri": .string(Self.places.house)],
            at: "https://id.example/shop/.well-known/openid-configuration")
    }

    private static func set(_ text: String) throws -> JSONObject {
        try #require(try JSONValue(parsing: text.utf8).object)
    }

    private static func good(_ name: String) throws -> String { try #require(ProviderTokens.good[name]) }

    private func prove(
        _ provider: String, _ token: String, nonce: String? = ProviderTokens.nonce, in project: Project? = nil
    ) async throws -> ProvenIdentity {
        var presented = PresentedIdentity(try #require(ProviderID(provider)))
        (presented.idToken, presented.nonce) = (token, nonce)
        return try await ProveIdentity(fixture.ports).prove(presented, for: project ?? self.project)
    }

    private func refusal(
        _ provider: String, _ token: String, nonce: String? = ProviderTokens.nonce, in project: Project? = nil
    ) async throws -> AccountError? {
        do {
            _ = try await prove(provider, token, nonce: nonce, in: project)
            return nil
        } catch let error as AccountError {
            return error
        }
    }

    private func isBad(_ error: AccountError?) -> Bool {
        if case .refused(.invalidIDPResponse, _) = error { true } else { false }
    }

    @Test("Apple's token names a person without a name, whose address is proven by a text")
    func apple() async throws {
        let proven = try await prove("apple.com", try Self.good("apple"))
        #expect(proven.link.rawID == "001234.abc.0001" && proven.federatedID == "001234.abc.0001")
        #expect(proven.email == "ada@example.com" && proven.isEmailVerified && proven.link.displayName == nil)
        #expect(proven.uses.count == 2 && proven.idToken == ProviderTokens.good["apple"])
    }

    @Test("Google's token, for a nonce was never asked, brings name, picture and address")
    func google() async throws {
        let proven = try await prove("google.com", try Self.good("google"), nonce: nil)
        #expect(proven.federatedID == "https://accounts.google.com/110169484474386276334" && proven.isEmailVerified)
        #expect(proven.firstName == "Ada" && proven.lastName == "Lovelace" && proven.uses.count == 1)
        #expect(proven.link.photoURL == "https://pictures.example/ada")
    }

    @Test("Facebook's Limited Login needs a nonce always, and its address is never proven")
    func limitedLogin() async throws {
        let proven = try await prove("facebook.com", try Self.good("facebook"))
        #expect(proven.federatedID == "http://facebook.com/4321" && proven.email == "ada@example.com")
        #expect(!proven.isEmailVerified && proven.link.displayName == "Ada Lovelace")
        for nonce in [nil, ProviderTokens.nonce] {
            let error = try await refusal("facebook.com", try Self.good("facebookWithoutNonce"), nonce: nonce)
            #expect(error == .refused(.missingOrInvalidNonce))
        }
    }

    @Test("an issuer of one's own says itself where its keys are, and it is asked once for many tokens")
    func discovery() async throws {
        for _ in 1...3 {
            #expect(try await prove("oidc.house", try Self.good("house"), nonce: nil).link.rawID == "ada")
        }
        #expect(
            fixture.keySets.asked == ["https://id.example/shop/.well-known/openid-configuration", Self.places.house])
    }

    @Test(
        "keys are not read where the issuer's document says another issuer, or a place that anybody could change",
        arguments: [
            ["issuer": "https://id.example/shop", "jwks_uri": "https://id.example/keys"],
            ["issuer": "https://id.example/shop/", "jwks_uri": "http://id.example/keys"],
            ["issuer": "https://id.example/shop/", "jwks_uri": "http://127.0.0.1:9200/keys"],
            ["issuer": "https://id.example/shop/"],
        ] as [JSONObject])
    func badDiscovery(document: JSONObject) async throws {
        fixture.keySets.put(document, at: "https://id.example/shop/.well-known/openid-configuration")
        #expect(try await refusal("oidc.house", try Self.good("house"), nonce: nil) == .unavailable)
        #expect(fixture.keySets.asked.count == 1)
    }

    @Test(
        "a nonce that is missing on one side, or another's, proves nothing",
        arguments: [
            ("apple", nil), ("apple", ""), ("apple", "another"), ("appleWithoutNonce", ProviderTokens.nonce),
        ] as [(String, String?)])
    func nonce(name: String, nonce: String?) async throws {
        #expect(try await refusal("apple.com", try Self.good(name), nonce: nonce) == .refused(.missingOrInvalidNonce))
    }

    @Test("where the app may not see the nonce, a call without it is good, and another's nonce is not")
    func hiddenNonce() async throws {
        var project = project
        project.identities[.apple]?.mayHideNonce = true
        _ = try await prove("apple.com", try Self.good("apple"), nonce: nil, in: project)
        _ = try await prove("apple.com", try Self.good("apple"), in: project)
        for (name, nonce) in [("apple", "another"), ("appleWithoutNonce", ProviderTokens.nonce)] {
            let error = try await refusal("apple.com", try Self.good(name), nonce: nonce, in: project)
            #expect(error == .refused(.missingOrInvalidNonce))
        }
    }

    @Test("the hash of the nonce is no nonce")
    func hash() async throws {
        let hash = try await prove("apple.com", try Self.good("apple")).profile["nonce"]?.string
        #expect(
            try await refusal("apple.com", try Self.good("apple"), nonce: hash) == .refused(.missingOrInvalidNonce))
    }

    @Test(
        "a token with a second more or less, and one for several apps of which ours has asked, is good",
        arguments: ["aheadByAMinute", "ofADay", "withPartsOfASecond", "forTwo"])
    func edges(name: String) async throws { _ = try await prove("apple.com", try Self.good(name)) }

    @Test("a token that is wrong in any one way is refused", arguments: ProviderTokens.bad.keys.sorted())
    func bad(name: String) async throws {
        let token = try #require(ProviderTokens.bad[name])
        let error = try await refusal("apple.com", token)
        #expect(isBad(error), "\(name): \(String(describing: error))")
    }

    @Test("a text that is no token, and one whose parts were changed, is refused")
    func changed() async throws {
        let good = try Self.good("apple")
        let parts = good.split(separator: ".").map(String.init)
        let other = try Self.good("appleWithoutNonce").split(separator: ".").map(String.init)
        for text in [
            "x", "a.b.c", String(repeating: "a", count: 20_000), good + "=", good + "A",
            "\(parts[0]).\(other[1]).\(parts[2])", "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1]).\(other[2])",
        ] { #expect(isBad(try await refusal("apple.com", text)), "\(text.prefix(40))") }
    }

    @Test("a new key is found when a token names it, and a token of a key that is nowhere is bad")
    func rotation() async throws {
        _ = try await prove("apple.com", try Self.good("apple"))
        #expect(isBad(try await refusal("apple.com", try Self.good("ofNewKey"))))
        fixture.keySets.put(try Self.set(ProviderTokens.newKeys), at: Self.places.apple)
        fixture.clock.advance(by: .seconds(31))
        #expect(try await prove("apple.com", try Self.good("ofNewKey")).link.rawID == "new")
        #expect(isBad(try await refusal("apple.com", try Self.good("apple"))))
    }

    @Test("a provider whose keys cannot be read proves nothing, and a token that is not for the project asks nobody")
    func away() async throws {
        fixture.keySets.put(nil, at: Self.places.apple)
        #expect(isBad(try await refusal("apple.com", try #require(ProviderTokens.bad["for another app"]))))
        #expect(fixture.keySets.asked.isEmpty)
        #expect(try await refusal("apple.com", try Self.good("apple")) == .unavailable)
    }

    @Test("token and nonce have names of their own, which are the same each time and others for another project")
    func uses() async throws {
        let (first, second) = (
            try await prove("apple.com", try Self.good("apple")), try await prove("apple.com", try Self.good("forTwo"))
        )
        #expect(try await prove("apple.com", try Self.good("apple")).uses == first.uses)
        #expect(first.uses.intersection(second.uses).count == 1)
        var other = fixture.other
        other.identities = project.identities
        let there = try await prove("apple.com", try Self.good("apple"), in: other)
        #expect(there.uses.isDisjoint(with: first.uses))
        var twice = project
        let alias = try #require(ProviderID("oidc.apple"))
        var provider = IdentityProvider(alias)
        (provider.audiences, provider.ownIssuer) = (["com.example.shop"], "https://appleid.apple.com")
        provider.ownKeySetURL = Self.places.apple
        twice.identities[alias] = provider
        let again = try await prove("oidc.apple", try Self.good("apple"), in: twice)
        #expect(again.uses.intersection(first.uses).count == 1, "one token, whatever the issuer is called")
    }

    @Test("calls name a provider in small letters; the person's identity is at the provider that the operator named")
    func nameInCapitals() async throws {
        let named = try #require(ProviderID("oidc.House"))
        var (project, provider) = (project, IdentityProvider(named))
        (provider.audiences, provider.ownIssuer) = (["com.example.shop"], Self.issuer)
        project.identities[try #require(ProviderID("oidc.house"))] = nil
        project.identities[named] = provider
        let proven = try await prove("oidc.house", try Self.good("house"), nonce: nil, in: project)
        #expect(proven.provider == named)
        provider.isEnabled = false
        project.identities[named] = provider
        let error = try await refusal("oidc.house", try Self.good("house"), nonce: nil, in: project)
        #expect(error == .refused(.operationNotAllowed))
    }

    @Test("a provider that the project does not take, or not now, proves nothing")
    func notTaken() async throws {
        #expect(try await refusal("github.com", try Self.good("apple")) == .refused(.operationNotAllowed))
        var project = project
        project.identities[.apple]?.isEnabled = false
        let error = try await refusal("apple.com", try Self.good("apple"), in: project)
        #expect(error == .refused(.operationNotAllowed))
    }
}

extension IdentityProofTests {
    private func byAccessToken(_ provider: ProviderID, _ token: String?) async throws -> ProvenIdentity {
        var presented = PresentedIdentity(provider)
        presented.accessToken = token
        return try await ProveIdentity(fixture.ports).prove(presented, for: project)
    }

    @Test("Graph says whose an access token of Facebook is, and it is the person of Limited Login")
    func graph() async throws {
        fixture.graph.put(
            [
                "id": "4321", "name": "Ada Lovelace", "first_name": "Ada", "last_name": "Lovelace",
                "email": "ada@example.com", "picture": ["data": ["url": "https://pictures.example/ada"]],
            ], of: "EAAB")
        let proven = try await byAccessToken(.facebook, "EAAB")
        let limited = try await prove("facebook.com", try Self.good("facebook"))
        #expect(proven.name == limited.name && proven.federatedID == limited.federatedID)
        #expect(proven.link == limited.link && !proven.isEmailVerified && proven.firstName == "Ada")
        #expect(proven.uses.isEmpty && proven.accessToken == "EAAB")
        let question = try #require(fixture.graph.asked.first)
        #expect(question.app == "com.example.shop" && question.secret == "the app's secret")
        #expect(question.url == "https://graph.facebook.com/v23.0")
        #expect(!"\(question)".contains("EAAB") && !String(reflecting: question).contains("secret"))
    }

    @Test("Graph's refusal refuses the person; where it says nothing, the call may be repeated, and operators hear it")
    func graphErrors() async throws {
        for (failure, error, isReported) in [
            (.badToken, nil, false), (.refused("error 190"), nil, true), (.unreachable("timeout"), .unavailable, true),
            (.unusable("status 404"), .unavailable, true),
        ] as [(GraphError, AccountError?, Bool)] {
            fixture.graph.fail(failure)
            let before = fixture.problems.all.count
            do {
                _ = try await byAccessToken(.facebook, "EAAB")
                Issue.record("\(failure) let somebody in")
            } catch let thrown as AccountError {
                #expect(error.map { $0 == thrown } ?? isBad(thrown), "\(failure): \(thrown)")
            }
            #expect((fixture.problems.all.count > before) == isReported, "\(failure)")
        }
        #expect(!"\(fixture.problems.all)".contains("EAAB"))
    }

    @Test("an access token of another provider proves nothing, nor does a call without any token")
    func otherAccessTokens() async throws {
        let tokens: [(ProviderID, String)] = [(.google, "ya29"), (.apple, "a"), (.facebook, "with a space")]
        for (provider, token) in tokens {
            await #expect("\(provider)") {
                _ = try await byAccessToken(provider, token)
            } throws: {
                isBad($0 as? AccountError)
            }
        }
        await #expect {
            _ = try await byAccessToken(.facebook, nil)
        } throws: { error in
            if case .refused(.invalidCredentialOrProviderID, _)? = error as? AccountError { true } else { false }
        }
        #expect(fixture.graph.asked.isEmpty)
    }
}
