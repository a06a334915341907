import AccountCore
import Accounts
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

@Suite("createSessionCookie")
struct SessionCookieTests {
    private func claims(_ answer: WireAnswer) throws -> JSONObject {
        let parts = try answer.required("sessionCookie").split(separator: ".")
        let bytes = try #require(Base64.decode(parts[1]))
        return try #require(try JSONValue(parsing: bytes).object)
    }

    @Test("says what the ID token says, of another issuer and for the wanted time, two weeks unless the call says it")
    func cookie() async throws {
        let fixture = try IdentityFixture(.production)
        let ann = try fixture.account("ann") { $0.phone = "+14155550100" }
        let token = try await fixture.idToken(ann)
        fixture.clock.advance(by: .seconds(100))
        let now = fixture.clock.now.unixSeconds
        try await fixture.serve { api in
            for (member, life) in [
                (#","validDuration":"7777""#, 7_777), ("", 1_209_600), (#","validDuration":300"#, 300),
            ] {
                let answer = try await api.admin(":createSessionCookie", #"{"idToken":"\#(token)"\#(member)}"#)
                let claims = try claims(answer)
                #expect(
                    claims["iss"] == "https://session.firebase.google.com/demo-shop" && claims["aud"] == "demo-shop")
                #expect(claims["iat"] == .integer(now) && claims["exp"] == .integer(now + Int64(life)))
                #expect(claims["auth_time"] == .integer(now - 100) && claims["phone_number"] == "+14155550100")
            }
        }
    }

    @Test("refuses no token, no good token, a time that no cookie lasts, and whoever is no administrator")
    func refused() async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann")
        let token = try await fixture.idToken(ann)
        try await fixture.serve { api in
            #expect(try await api.admin(":createSessionCookie", "{}").error == "MISSING_ID_TOKEN")
            #expect(try await api.admin(":createSessionCookie", #"{"idToken":"x"}"#).error == "INVALID_ID_TOKEN")
            for seconds in ["299", "1209601", "-1", "9223372036854775807"] {
                let answer = try await api.admin(
                    ":createSessionCookie", #"{"idToken":"\#(token)","validDuration":"\#(seconds)"}"#)
                #expect(answer.error == "INVALID_DURATION", "\(seconds)")
            }
            let path = IdentityClient.v1 + "/projects/demo-shop:createSessionCookie?key=k"
            #expect(try await api.call(.post, path, #"{"idToken":"\#(token)"}"#).status == 400)
            _ = try await api.admin("/accounts:update", #"{"localId":"ann","disableUser":true}"#)
            #expect(try await api.admin(":createSessionCookie", #"{"idToken":"\#(token)"}"#).error == "USER_DISABLED")
        }
    }

    @Test("says also what a custom token has added to its session, and looks at the time before it looks at the token")
    func addedClaims() async throws {
        try await IdentityFixture().serve { api in
            let custom = #"{"token":"{\"uid\":\"ann\",\"claims\":{\"role\":\"cleaner\"}}"}"#
            let token = try await api.app("signInWithCustomToken", custom).required("idToken")
            let answer = try await api.admin(":createSessionCookie", #"{"idToken":"\#(token)"}"#)
            #expect(try claims(answer)["role"] == "cleaner")
            let both = try await api.admin(":createSessionCookie", #"{"idToken":"x","validDuration":1}"#)
            #expect(both.error == "INVALID_DURATION")
        }
    }
}
