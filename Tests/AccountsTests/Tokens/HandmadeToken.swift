import AccountCore
import Accounts
import JWTKit
import StrictJSON
import Testing
import VerificationCore

/// A token that a test writes itself, member by member.
struct HandmadeToken {
    var header: JSONValue
    var claims: JSONObject

    /// The parts of a token that somebody else has made.
    init(_ token: String) throws {
        let parts = try Self.parts(token)
        header = try Self.json(parts[0])
        let payload = try Self.json(parts[1])
        claims = try #require(payload.object)
    }

    private static func json(_ part: String) throws -> JSONValue {
        let bytes = try #require(Base64.decode(part))
        return try JSONValue(parsing: bytes)
    }

    static func parts(_ token: String) throws -> [String] {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try #require(parts.count == 3)
        return parts
    }

    /// The token as if the algorithm were none.
    var unsigned: String { text(["alg": "none", "typ": "JWT"]) + "." }

    func signed(by algorithm: any JWTAlgorithm) throws -> String {
        let text = text(header)
        return text + "." + Base64.encodeForURL(try algorithm.sign(Array(text.utf8)))
    }

    private func text(_ header: JSONValue) -> String {
        [header, .object(claims)].map { Base64.encodeForURL($0.serialized) }.joined(separator: ".")
    }

    /// What signs as the stored key does.
    static func algorithm(of key: SigningKey) async throws -> any JWTAlgorithm {
        let ring = try KeyRing(TokenFixture.one)
        let secret = try #require(ring.open(key.secret, for: "signing key \(key.id)"))
        let standard = Base64.encodeForURL(secret).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
        let words = ["-----BEGIN RSA PRIVATE KEY-----", String(standard) + padding, "-----END RSA PRIVATE KEY-----"]
        let privateKey = try JWTKit.Insecure.RSA.PrivateKey(pem: words.joined(separator: "\n"))
        return try await JWTKeyCollection().add(rsa: privateKey, digestAlgorithm: .sha256).getKey()
    }
}
