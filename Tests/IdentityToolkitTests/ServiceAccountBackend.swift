import AccountCore
import AccountTesting
import Accounts
import JWTKit
import StrictJSON
import Testing
import VerificationCore

/// A backend with a service account of a project, which signs custom tokens as Google's libraries do.
struct ServiceAccountBackend {
    /// Made once, because to make a key takes long.
    private static let made = Result {
        try ServiceAccountMaker(randomBytes: IdentityFixture.randomBytes).make(
            for: try ProjectID.named("demo-shop"), at: Timestamp(seconds: 1_767_229_200))
    }

    let account: ServiceAccount
    private let key: JWTKit.Insecure.RSA.PrivateKey

    /// Gets an account of `demo-shop`, the same each time.
    init(of fixture: IdentityFixture) throws {
        let made = try Self.made.get()
        account = made.account
        key = try JWTKit.Insecure.RSA.PrivateKey(pem: try #require(made.file["private_key"]?.string))
        try #require(try fixture.accountWorld.add(account))
    }

    /// The body of a sign-in by a custom token.
    func body(uid: String, claims: JSONValue? = nil, at now: Timestamp) async throws -> String {
        var payload: JSONObject = [
            "iss": .string(account.email), "sub": .string(account.email), "aud": .string(CustomToken.audience),
            "uid": .string(uid), "iat": .integer(now.unixSeconds), "exp": .integer(now.unixSeconds + 3_600),
        ]
        payload["claims"] = claims
        let header: JSONValue = ["alg": "RS256", "typ": "JWT", "kid": .string(account.keyID)]
        let text = [header, .object(payload)].map { Base64.encodeForURL($0.serialized) }.joined(separator: ".")
        let algorithm = try await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256).getKey()
        return #"{"token":"\#(text).\#(Base64.encodeForURL(try algorithm.sign(Array(text.utf8))))"}"#
    }
}
