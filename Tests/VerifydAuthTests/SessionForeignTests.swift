import Testing

@testable import VerifydAuth

@Suite("answers that are meant for somebody else")
struct SessionForeignTests {
    /// An ID token of the user `eve` of the project `demo-shop`.
    private static let tokenOfEve = """
        eyJhbGciOiJub25lIn0.eyJhdWQiOiJkZW1vLXNob3AiLCJzdWIiOiJldmUiLCJpYXQiOjEsImV4cCI6MzYwMSwiYX\
        V0aF90aW1lIjoxLCJmaXJlYmFzZSI6eyJzaWduX2luX3Byb3ZpZGVyIjoicGhvbmUifX0.
        """
    /// An ID token of a user `ada` of the project `demo-cafe`.
    private static let tokenOfCafe = """
        eyJhbGciOiJub25lIn0.eyJhdWQiOiJkZW1vLWNhZmUiLCJzdWIiOiJhZGEiLCJpYXQiOjEsImV4cCI6MzYwMSwiYX\
        V0aF90aW1lIjoxLCJmaXJlYmFzZSI6eyJzaWduX2luX3Byb3ZpZGVyIjoicGhvbmUifX0.
        """

    @Test(
        "tokens of another service, user or project are not taken for the user's, and nothing is lost",
        arguments: [
            // What Google's endpoint for OAuth answers.
            """
            {"access_token":"ya29.a0AfH6SMBx","expires_in":3599,"refresh_token":"1//0gfoo","scope":"email",
            "token_type":"Bearer"}
            """,
            #"{"access_token":"id-2","refresh_token":"refresh-2","expires_in":"3600","user_id":"eve"}"#,
            #"{"access_token":"\#(tokenOfEve)","refresh_token":"r","expires_in":"3600","user_id":"ada"}"#,
            #"{"access_token":"\#(tokenOfCafe)","refresh_token":"r","expires_in":"3600","user_id":"ada"}"#,
        ])
    func foreignTokens(_ body: String) async throws {
        let bench = try SessionBench([.json(body)])
        let session = bench.begin()
        let error = await #expect(throws: AuthError.self) { try await session.idToken(forcingRefresh: true) }
        #expect(error?.kind == .networkError && bench.current.session === session)
        #expect(bench.stored?.tokens.refreshToken == "refresh-1")
        #expect(throws: AuthError.self) {
            try session.adopt(idToken: Self.tokenOfEve, refreshToken: "refresh-9", expiresIn: nil)
        }
        #expect(try await session.idToken() == "id-1")
    }

    @Test("a sign-in does not show the account of somebody else")
    func foreignAccount() async throws {
        let bench = try SessionBench([.json(#"{"kind":"x","users":[{"localId":"eve","email":"eve@shop.example"}]}"#)])
        #expect(try await bench.server.account("ada", of: "id-1") == nil)
        #expect(try await bench.server.account("eve", of: "id-1")?.email == "eve@shop.example")
    }

    @Test("a 5xx signs nobody out, whatever it says", arguments: [500, 502, 503, 504])
    func gateway(_ status: Int) async throws {
        for word in ["INVALID_REFRESH_TOKEN", "TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND"] {
            let bench = try SessionBench([.refusal(word, status: status)])
            let session = bench.begin()
            let error = await #expect(throws: AuthError.self) { try await session.idToken(forcingRefresh: true) }
            #expect(error?.kind == .networkError && bench.current.session === session)
            #expect(bench.stored?.tokens.refreshToken == "refresh-1")
        }
    }
}
