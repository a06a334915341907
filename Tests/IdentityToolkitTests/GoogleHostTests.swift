import AccountCore
import HTTPTypes
import MetricsTestKit
import StrictJSON
import Testing
import VerificationCore

@testable import IdentityToolkit

@Suite("Calls that name one of Google's hosts")
struct GoogleHostTests {
    private static let key = "?key=" + IdentityFixture.clientKey
    private static let people = "securetoken@system.gserviceaccount.com"

    @Test("are those of the path that begins with the host, also with a port and in other letters")
    func hosts() async throws {
        let fixture = try IdentityFixture(.production)
        try fixture.account("ann")
        try await fixture.serve { api in
            for host in ["identitytoolkit.googleapis.com", "IdentityToolkit.googleapis.com:8443"] {
                let found = try await api.call(
                    .post, "http://\(host)/v1/projects/demo-shop/accounts:lookup", #"{"localId":["ann"]}"#,
                    bearer: IdentityFixture.adminKey)
                #expect(found.user?.text("localId") == "ann", "\(host)")
                let refused = try await api.call(.post, "http://\(host)/v1/accounts:lookup\(Self.key)", "{}")
                #expect(refused.error == "MISSING_ID_TOKEN")
                let config = try await api.call(
                    .get, "http://\(host)/v2/projects/demo-shop/config", nil, bearer: IdentityFixture.adminKey)
                #expect(config.status == 200)
            }
            let token = try await api.call(.post, "http://securetoken.googleapis.com/v1/token\(Self.key)", "{}")
            #expect(token.error == "MISSING_GRANT_TYPE")
            let others = "http://www.googleapis.com"
            for path in [
                "/robot/v1/metadata/x509/\(Self.people)", "/service_accounts/v1/jwk/\(Self.people)",
                "/identitytoolkit/v3/relyingparty/publicKeys",
            ] {
                let keys = try await api.call(.get, others + path, nil)
                let same = try await api.call(.get, "/www.googleapis.com" + path, nil)
                #expect(keys.status == 200 && keys.json == same.json)
            }
            let phone = try await api.call(
                .post, "\(others)/identitytoolkit/v3/relyingparty/getAccountInfo\(Self.key)", "{}")
            #expect(phone.error == "MISSING_ID_TOKEN")
        }
    }

    @Test("may write the host in the path too, and need the same rights as all calls")
    func rights() async throws {
        try await IdentityFixture(.production).serve { api in
            let host = "http://identitytoolkit.googleapis.com"
            let whole = try await api.call(
                .post, host + "/identitytoolkit.googleapis.com/v1/accounts:lookup\(Self.key)", "{}")
            #expect(whole.error == "MISSING_ID_TOKEN")
            let path = "/v1/projects/demo-shop/accounts:lookup"
            #expect(try await api.call(.post, host + path, "{}").status == 403)
            #expect(try await api.call(.post, host + path, "{}", bearer: "owner").status == 401)
        }
    }

    @Test("reach no path that is another host's, and no other host reaches theirs")
    func others() async throws {
        try await IdentityFixture(.production).serve { api in
            for place in [
                "http://securetoken.googleapis.com/v1/accounts:lookup", "http://www.googleapis.com/v1/accounts:lookup",
                "http://identitytoolkit.googleapis.com/v1/token", "http://evil.example/v1/accounts:lookup",
                "/v1/accounts:lookup", "http://identitytoolkit.googleapis.com.evil.example/v1/accounts:lookup",
                "http://identitytoolkit.googleapis.com/nothing",
            ] {
                let answer = try await api.call(.post, place + Self.key, "{}")
                #expect(answer.status == 404 && answer.error == "Not Found", "\(place)")
            }
        }
    }
}
