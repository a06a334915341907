import AccountCore
import AccountTesting
import Accounts
import HTTPTypes
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import IdentityToolkit

/// Somebody may revoke all tokens right after a transaction; a token that is dated later would be good all the same.
@Suite("The date of an ID token is no later than the transaction of its session")
struct TokenDateTests {
    private let fixture: IdentityFixture

    init() throws {
        fixture = try IdentityFixture()
        fixture.pace.set(.seconds(1))
    }

    @Test("of a session that begins")
    func beginning() async throws {
        let hash = try #require(PasswordHash.ofCorrectHorse).text
        let ann = try fixture.account("ann") { ($0.email, $0.passwordHash) = ("ann@example.com", hash) }
        try await fixture.serve { api in
            let token = try await fixture.idToken(ann)
            let proven = fixture.clock.now
            let answers = [
                try await api.app("signInWithPassword", #"{"email":"ann@example.com","password":"correct horse"}"#),
                try await api.app("signInWithCustomToken", #"{"token":"{\"uid\":\"ann\"}"}"#),
                try await api.app("signInWithCustomToken", #"{"token":"{\"uid\":\"ben\"}"}"#),
                try await api.app("signUp", "{}"),
            ]
            for answer in answers {
                let claims = try #require(answer.claims)
                #expect(claims["iat"] == claims["auth_time"])
            }
            let update = try await api.app("update", #"{"idToken":"\#(token)","password":"another horse"}"#)
            let goingOn = try #require(update.claims)
            #expect(goingOn["auth_time"]?.integer == proven.unixSeconds, "nobody proved anything by a new password")
            #expect(goingOn["iat"]?.integer ?? 0 > proven.unixSeconds)
        }
    }

    @Test("of a session that goes on")
    func refresh() async throws {
        try await fixture.serve { api in
            let token = try await api.app("signUp", "{}").required("refreshToken")
            let refreshed = try await api.call(
                .post, "/securetoken.googleapis.com/v1/token?key=k",
                #"{"grantType":"refresh_token","refreshToken":"\#(token)"}"#)
            let name = try #require(refreshed.claims?["sub"]?.string)
            let kept = try #require(try fixture.kept(name))
            #expect(refreshed.claims?["iat"]?.integer == kept.lastRefreshAt?.unixSeconds)
        }
    }
}
