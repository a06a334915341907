import AccountCore
import AccountTesting
import JWTKit
import StrictJSON
import Synchronization
import Testing
import VerificationCore

@testable import Accounts

/// A provider for operators whose ID tokens a test writes itself.
struct SignOnFixture {
    static let issuer = "https://id.example"
    static let now = Timestamp(seconds: 1_767_229_200)
    static let nonce = "a nonce of this sign-in"
    static let claims: JSONObject = [
        "iss": .string(issuer), "aud": "dashboard", "sub": "7", "nonce": .string(nonce),
        "iat": .integer(now.unixSeconds - 5), "exp": .integer(now.unixSeconds + 300), "groups": ["oncall"],
    ]

    let server = ScriptedSignOnServer()
    let provider: OpenIDSignOn
    private let algorithm: any JWTAlgorithm

    init() async throws {
        let key = ES256PrivateKey()
        algorithm = try await JWTKeyCollection().add(ecdsa: key).getKey()
        let point = try #require(key.publicKey.parameters)
        let keys = ScriptedKeySets()
        keys.put(
            [
                "keys": [
                    ["kty": "EC", "crv": "P-256", "kid": "one", "x": .string(point.x), "y": .string(point.y)]
                        as JSONValue
                ]
            ], at: Self.issuer + "/keys")
        let client = SignOnClient(issuer: Self.issuer, id: "dashboard", secret: nil)
        provider = OpenIDSignOn(client, at: server, keys: KeySetCache(keys) { _ in })
    }

    /// A token with these claims, and with this header in the place of the usual one.
    func token(_ claims: JSONObject, header: JSONValue = ["alg": "ES256", "kid": "one"]) throws -> String {
        let text = [header, .object(claims)].map { Base64.encodeForURL($0.serialized) }.joined(separator: ".")
        return text + "." + Base64.encodeForURL(try algorithm.sign(Array(text.utf8)))
    }

    /// What comes of a code for which the provider gives this token.
    func outcome(of token: String, nonce: String = Self.nonce, at now: Timestamp = Self.now) async -> Result<
        SignOnClaims, SignOnError
    > {
        server.answer(.success(token))
        let grant = SignOnGrant(code: "c", verifier: "v", nonce: nonce, redirectURI: "https://ops.example/answer")
        do throws(SignOnError) { return .success(try await provider.claims(of: grant, at: now)) } catch {
            return .failure(error)
        }
    }
}

/// Gives the document of the fixture's issuer, and the token that a test has chosen.
final class ScriptedSignOnServer: SignOnServer {
    private struct State {
        var token: Result<String, SignOnError> = .failure(.badCode)
        var trouble: SignOnError?
        var asked = 0
    }

    private let state = Mutex(State())

    /// How often the document was asked for.
    var asked: Int { state.withLock(\.asked) }

    func answer(_ token: Result<String, SignOnError>) { state.withLock { $0.token = token } }

    /// Why the document cannot be had; nil to give it.
    func fail(_ trouble: SignOnError?) { state.withLock { $0.trouble = trouble } }

    func document() async throws(SignOnError) -> SignOnDocument {
        let trouble = state.withLock { state in
            state.asked += 1
            return state.trouble
        }
        if let trouble { throw trouble }
        let issuer = SignOnFixture.issuer
        do throws(KeySetError) {
            return try SignOnDocument(
                [
                    "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/auth"),
                    "token_endpoint": .string(issuer + "/token"), "jwks_uri": .string(issuer + "/keys"),
                ], of: issuer)
        } catch {
            throw .unusable(error.words)
        }
    }

    func idToken(for grant: SignOnGrant, at document: SignOnDocument) async throws(SignOnError) -> String {
        try state.withLock(\.token).get()
    }
}
