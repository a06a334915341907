import AccountCore
import AccountTesting
import Accounts
import JWTKit
import StrictJSON
import Testing
import VerificationCore

@Suite("Making tokens")
struct TokenMakingTests {
    private let fixture: TokenFixture
    private let issuer: TokenIssuer

    init() throws {
        fixture = try TokenFixture()
        try fixture.world.add(try TokenFixture.key(0))
        issuer = try fixture.issuer()
    }

    @Test("whoever has nothing but our key set can check an ID token, and reads who signed in, where and how")
    func otherProgram() async throws {
        let keySet = String(decoding: JSONValue.object(try await issuer.jwks()).serialized, as: UTF8.self)
        let others = try await JWTKeyCollection().add(jwksJSON: keySet)
        let token = try await fixture.token(of: issuer)
        let read = try await others.verify(token, as: FirebaseAuthIdentityToken.self)
        #expect(read.issuer.value == "https://securetoken.google.com/demo-shop" && read.audience.value == ["demo-shop"])
        #expect(read.subject.value == "user-1" && read.userID == "user-1")
        #expect(read.phoneNumber == "+14155550123" && read.name == "Änn" && read.email == nil)
        #expect(read.firebase?.signInProvider == "phone" && read.firebase?.identities == ["phone": ["+14155550123"]])

        let parts = try HandmadeToken(token)
        #expect(parts.header == ["alg": "RS256", "kid": .string(try TokenFixture.key(0).id), "typ": "JWT"])
        #expect(parts.claims["auth_time"] == .integer(fixture.now.unixSeconds - 60))
        #expect(parts.claims["iat"] == .integer(fixture.now.unixSeconds))
        #expect(parts.claims["exp"] == .integer(fixture.now.unixSeconds + 3_600))
        #expect(parts.claims["level"] == 3 && parts.claims["share"] == 0.25)
        #expect(parts.claims["tags"] == [true, .null, .object(JSONObject())])
        await #expect(throws: (any Error).self) {
            try await others.verify(token.dropLast(4) + "AAAA", as: FirebaseAuthIdentityToken.self)
        }
    }

    @Test("each certificate holds the public key of its member of the key set")
    func publishedKeys() async throws {
        for number in 1...2 { try fixture.world.add(try TokenFixture.key(number)) }
        let keys = try #require(try await fixture.issuer().jwks()["keys"]?.array)
        let certificates = try await fixture.issuer().certificates()
        #expect(keys.count == 3 && certificates.members.count == 3)
        for key in keys {
            let id = try #require(key["kid"]?.string)
            let certificate = try #require(certificates[id]?.string)
            let numbers = try JWTKit.Insecure.RSA.PublicKey(certificatePEM: certificate).getKeyPrimitives()
            #expect(key["n"]?.string == Base64.encodeForURL(Array(numbers.modulus)) && numbers.modulus.count == 256)
            #expect(key["e"] == "AQAB" && Array(numbers.publicExponent) == [1, 0, 1])
            #expect(key["kty"] == "RSA" && key["alg"] == "RS256" && key["use"] == "sig")
            #expect(key.object?.members.count == 6, "nothing of the private key")
            #expect(certificate.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        }
    }

    @Test("the project decides about issuer and life of its tokens")
    func projectsDrafts() async throws {
        var project = fixture.project
        (project.ownIssuer, project.tokenLife) = ("https://id.shop.test", .seconds(300))
        let token = try await issuer.idToken(of: fixture.account, in: fixture.session(), for: project, at: fixture.now)
        let claims = try HandmadeToken(token).claims
        #expect(claims["iss"] == "https://id.shop.test" && claims["exp"] == .integer(fixture.now.unixSeconds + 300))
        #expect(try await issuer.read(idToken: token, of: project, at: fixture.now).id == fixture.account.id)
    }

    @Test("a session cookie says what the ID token says, for as long as it was wished, and is no ID token")
    func cookie() async throws {
        let token = try await fixture.token(of: issuer)
        let read = try await issuer.read(idToken: token, of: fixture.project, at: fixture.now)
        let later = fixture.now + .seconds(90)
        let cookie = try await issuer.sessionCookie(
            of: read, for: fixture.project, life: .seconds(14 * 86_400), at: later)
        var expected = try HandmadeToken(token).claims
        expected["iss"] = "https://session.firebase.google.com/demo-shop"
        expected["iat"] = .integer(later.unixSeconds)
        expected["exp"] = .integer(later.unixSeconds + 14 * 86_400)
        #expect(try HandmadeToken(cookie).claims == expected)
        await #expect(throws: AccountError.refused(.invalidIDToken)) {
            try await issuer.read(idToken: cookie, of: fixture.project, at: later)
        }
    }

    @Test("an emulator signs neither ID tokens nor cookies, makes no key for them, and reads its own and signed ones")
    func unsigned() async throws {
        let fixture = try TokenFixture()
        let emulator = try fixture.issuer(.emulator)
        let token = try await fixture.token(of: emulator)
        let read = try await emulator.read(idToken: token, of: fixture.project, at: fixture.now)
        #expect(read.id == fixture.account.id)
        let cookie = try await emulator.sessionCookie(
            of: read, for: fixture.project, life: .seconds(300), at: fixture.now)
        for text in [token, cookie] {
            #expect(try HandmadeToken(text).header == ["alg": "none", "typ": "JWT"])
            #expect(text.hasSuffix("."), "the signature is empty")
        }
        #expect(try fixture.world.signingKeys() == [])
        try fixture.world.add(try TokenFixture.key(0))
        let signed = try await fixture.token(of: fixture.issuer())
        #expect(try HandmadeToken(signed).claims == HandmadeToken(token).claims)
        #expect(try await emulator.read(idToken: signed, of: fixture.project, at: fixture.now).id == read.id)
        await #expect(throws: AccountError.refused(.invalidIDToken)) {
            try await issuer.read(idToken: token, of: fixture.project, at: fixture.now)
        }
    }
}
