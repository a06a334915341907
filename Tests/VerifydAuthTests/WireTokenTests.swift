import Foundation
import Testing

@testable import VerifydAuth

@Suite("what stands in an ID token")
struct WireTokenTests {
    /// In Base64 for URLs, as the server writes it.
    private func part(_ json: String) -> String {
        Data(json.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }

    private static let claims = #"""
        {"iss":"https://securetoken.google.com/demo-shop","aud":"demo-shop","sub":"u-1","iat":1700000000,"exp":1700003600,
        "auth_time":1699990000,"name":"Zoë ~~~ ???","roles":["a","b"],"premium":true,
        "firebase":{"identities":{"phone":["+16505553434"]},"sign_in_provider":"phone","sign_in_second_factor":"totp"}}
        """#

    @Test("dates, provider, factor and other claims are read", arguments: ["c2lnbmF0dXJl", ""])
    func whole(_ signature: String) throws {
        let token = "\(part(#"{"alg":"RS256"}"#)).\(part(Self.claims)).\(signature)"
        let result = try AuthTokenResult(token: token)
        #expect(result.token == token && result.signInProvider == "phone" && result.signInSecondFactor == "totp")
        #expect(result.expirationDate == Date(timeIntervalSince1970: 1_700_003_600))
        #expect(result.issuedAtDate == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(result.authDate == Date(timeIntervalSince1970: 1_699_990_000))
        #expect(result.claims["name"] as? String == "Zoë ~~~ ???" && result.claims["premium"] as? Bool == true)
        #expect(result.claims["roles"] as? [String] == ["a", "b"])
    }

    @Test("a good token of somebody else, here the example of RFC 7515, has no sign-in in it")
    func foreign() {
        let token = """
            eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLm\
            NvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
            """
        let error = #expect(throws: AuthError.self) { _ = try AuthTokenResult(token: token) }
        #expect(error?.kind == .malformedJWT)
    }

    @Test("everything else is a malformed token")
    func malformed() throws {
        let good = part(Self.claims)
        for token in [
            "", ".", "..", "a.b.c", good, "\(good).\(good)", "x.\(good).y.z", "x.\(good)=!.y", "x.é.y", "x.bnVsbA.y",
            "x.W10.y",
            "x.\(part(#"{"exp":1,"iat":1,"auth_time":1}"#)).y",
            "x.\(part(#"{"exp":"1","iat":1,"auth_time":1,"firebase":{"sign_in_provider":"phone"}}"#)).y",
            "x.\(part(#"{"exp":1,"iat":1,"auth_time":1,"firebase":{"sign_in_provider":7}}"#)).y",
            "<html>Sign in to the network. Really. Now.</html>",
        ] {
            let error = #expect(throws: AuthError.self) { _ = try AuthTokenResult(token: token) }
            #expect(error?.kind == .malformedJWT)
        }
    }
}
