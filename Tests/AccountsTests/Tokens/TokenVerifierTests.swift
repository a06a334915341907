import StrictJSON
import Testing

@testable import Accounts

@Suite("Keys that check tokens")
struct TokenVerifierTests {
    /// The key and the token of RFC 7515, appendix A.3.
    private static let key: JSONObject = [
        "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    ]
    private static let token = [
        "eyJhbGciOiJFUzI1NiJ9",
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ",
        "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q",
    ]

    @Test("the standard's example of ES256 is good, and no other text with its signature")
    func example() async throws {
        let verifier = try #require(await TokenVerifier(jwk: .object(Self.key)))
        let parts = Self.token
        #expect(verifier.hasSigned(try #require(TokenText(parts.joined(separator: ".")))))
        // {"alg":"RS256"} and {"alg":"none"}
        for head in ["eyJhbGciOiJSUzI1NiJ9", "eyJhbGciOiJub25lIn0"] {
            #expect(!verifier.hasSigned(try #require(TokenText("\(head).\(parts[1]).\(parts[2])"))))
        }
        for signature in ["", "AAAA", String(parts[2].dropLast(6)), "B" + parts[2].dropFirst()] {
            let token = try #require(TokenText("\(parts[0]).\(parts[1]).\(signature)"))
            #expect(!verifier.hasSigned(token), "\(signature)")
        }
    }

    @Test(
        "a key of another curve, for another purpose, or with a point that is none checks nothing",
        arguments: [
            ("crv", "P-384"), ("use", "enc"), ("alg", "ES384"), ("alg", "RS256"), ("kty", "OKP"), ("kty", "oct"),
            ("x", "AQ"), ("y", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"), ("x", "?"), ("y", nil),
        ] as [(String, String?)])
    func unusable(name: String, value: String?) async {
        var key = Self.key
        key[name] = value.map(JSONValue.string)
        #expect(await TokenVerifier(jwk: .object(key)) == nil)
    }
}
