import Foundation
import Testing

@testable import VerifydAuth

@Suite("the tokens of a session")
struct SessionTests {
    @Test("an ID token serves until five minutes before its end, then one call brings the next")
    func age() async throws {
        let bench = try SessionBench([SessionBench.tokens(2)])
        let session = bench.begin()
        bench.time.advance(by: 3_299)
        #expect(try await session.idToken() == "id-1")
        #expect(bench.transport.calls.isEmpty)
        bench.time.advance(by: 1)
        #expect(try await session.idToken() == "id-2")
        #expect(try await session.idToken() == "id-2")
        let calls = bench.transport.calls
        #expect(calls.map(\.path) == ["/securetoken.googleapis.com/v1/token"])
        #expect(calls.first?.body["refreshToken"] as? String == "refresh-1")
        #expect(calls.first?.body["grantType"] as? String == "refresh_token")
        #expect(bench.stored?.tokens.refreshToken == "refresh-2")
        #expect(bench.stored?.tokens.expiresAt == bench.time.now.addingTimeInterval(3_600))
    }

    @Test("fifty tasks that ask at once cause one refresh")
    func single() async throws {
        let gate = Gate()
        let bench = try SessionBench(
            transport: ScriptedTransport { call in
                await gate.pass()
                return SessionBench.tokens(call.number + 2)
            })
        let session = bench.begin()
        bench.time.advance(by: 4_000)
        async let last = bench.transport.arrivals(atLeast: 1)
        let tasks = (0..<50).map { number in Task { try await session.idToken(forcingRefresh: number == 0) } }
        await last
        gate.open()
        for task in tasks { #expect(try await task.value == "id-2") }
        #expect(bench.transport.calls.count == 1)
    }

    @Test("a cancelled task ends at once, and the refresh goes on for the others")
    func cancellation() async throws {
        let gate = Gate()
        let bench = try SessionBench(
            transport: ScriptedTransport { _ in
                await gate.pass()
                return SessionBench.tokens(2)
            })
        let session = bench.begin()
        let first = Task { try await session.idToken(forcingRefresh: true) }
        await bench.transport.arrivals(atLeast: 1)
        let second = Task { try await session.idToken(forcingRefresh: true) }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        gate.open()
        #expect(try await second.value == "id-2")
        #expect(bench.transport.calls.count == 1 && bench.stored?.tokens.idToken == "id-2")
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await session.idToken()
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
    }

    @Test("a refresh whose tasks are all cancelled still keeps its tokens")
    func abandoned() async throws {
        let gate = Gate()
        let bench = try SessionBench(
            transport: ScriptedTransport { _ in
                await gate.pass()
                return SessionBench.tokens(2)
            })
        let ear = Ear()
        _ = bench.begin()
        let session = try #require(bench.current.session)
        _ = bench.current.addListener(.idToken) { ear.hear($0) }
        let task = Task { try await session.idToken(forcingRefresh: true) }
        await bench.transport.arrivals(atLeast: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
        #expect(await ear.next(2) == ["ada", "ada"])
        #expect(bench.stored?.tokens.refreshToken == "refresh-2")
    }

    @Test("a clock that is set anew by years causes one refresh, and no more", arguments: [-20.0, -0.001, 0.001, 20])
    func clock(years: Double) async throws {
        let bench = try SessionBench([SessionBench.tokens(2), SessionBench.tokens(3)])
        let session = bench.begin()
        bench.time.set(bench.time.now.addingTimeInterval(years * 365 * 86_400))
        #expect(try await session.idToken() == "id-2")
        #expect(try await session.idToken() == "id-2")
        // The next process knows the same.
        let later = CurrentUser(server: bench.server, store: bench.store)
        #expect(try await later.session?.idToken() == "id-2")
        bench.time.set(bench.time.now.addingTimeInterval(-years * 365 * 86_400))
        #expect(try await later.session?.idToken() == "id-3")
        #expect(bench.transport.calls.count == 2)
    }

    @Test("a clock that is set back by less than the token's age hides no age")
    func clockWithinLife() async throws {
        let bench = try SessionBench([SessionBench.tokens(2)])
        let session = bench.begin()
        bench.time.advance(by: 3_000)
        #expect(try await session.idToken() == "id-1")
        bench.time.set(bench.time.now.addingTimeInterval(-30))
        #expect(try await session.idToken() == "id-1")
        bench.time.set(bench.time.now.addingTimeInterval(-2_400))
        #expect(try await session.idToken() == "id-2")
        #expect(try await session.idToken() == "id-2")
    }

    @Test(
        "an absurd life of a token does no harm",
        arguments: ["-5", "0", "nan", "inf", "1e400", "", "soon", "99999999999999999999"])
    func lives(_ life: String) throws {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        let tokens = SessionTokens(refreshToken: "r", idToken: "i", expiresIn: life, receivedAt: now)
        #expect(tokens.expiresAt >= now && tokens.expiresAt <= now.addingTimeInterval(86_400))
        let user = StoredUser(tokens: tokens, account: WireUser(localId: "ada"), isAnonymous: false)
        #expect(StoredUser(kept: try user.value()) == user)
    }

    @Test("two calls whose token the server calls expired cause one refresh, and each is made once more")
    func expired() async throws {
        let bench = try SessionBench(
            transport: ScriptedTransport { call in
                if call.path.hasSuffix("/token") { return SessionBench.tokens(2) }
                guard call.body["idToken"] as? String == "id-2" else { return .refusal("TOKEN_EXPIRED") }
                return .json(#"{"users":[{"localId":"ada","displayName":"Ada"}]}"#)
            })
        let session = bench.begin()
        async let one: Void = session.reload()
        async let other: Void = session.reload()
        _ = try await (one, other)
        #expect(bench.transport.calls.filter { $0.path.hasSuffix("/token") }.count == 1)
        #expect(bench.stored?.account.displayName == "Ada" && bench.stored?.tokens.idToken == "id-2")
    }

    @Test("a call whose new token is refused too ends with that error, and signs nobody out")
    func expiredTwice() async throws {
        let bench = try SessionBench([
            .refusal("TOKEN_EXPIRED"), SessionBench.tokens(2), .refusal("TOKEN_EXPIRED"), SessionBench.tokens(3),
        ])
        let session = bench.begin()
        let error = await #expect(throws: AuthError.self) { try await session.reload() }
        #expect(error?.kind == .userTokenExpired && bench.transport.calls.count == 3)
        #expect(bench.current.session === session)
    }

    @Test(
        "an answer about another account that is disabled or gone signs nobody out",
        arguments: ["USER_DISABLED", "USER_NOT_FOUND"])
    func otherAccount(_ code: String) async throws {
        let bench = try SessionBench([.refusal(code), SessionBench.tokens(2)])
        let session = bench.begin()
        let error = await #expect(throws: AuthError.self) { try await session.reload() }
        #expect(error?.serverCode == code && bench.transport.calls.count == 2)
        #expect(bench.current.session === session && bench.stored?.tokens.idToken == "id-2")
    }

    @Test("an account of another person, or none, is not taken")
    func strangers() async throws {
        let bench = try SessionBench([
            .json(#"{"users":[{"localId":"bob"}]}"#), .json(#"{"users":[]}"#), .json(#"{"kind":"x"}"#),
        ])
        let session = bench.begin()
        for _ in 0..<3 { await #expect(throws: AuthError.self) { try await session.reload() } }
        #expect(bench.stored?.account.localId == "ada" && bench.current.session === session)
    }

    @Test("tokens of another person are not taken")
    func foreignTokens() async throws {
        let bench = try SessionBench([SessionBench.tokens(2, of: "bob")])
        let session = bench.begin()
        let error = await #expect(throws: AuthError.self) { try await session.idToken(forcingRefresh: true) }
        #expect(error?.kind == .networkError && bench.stored?.tokens.refreshToken == "refresh-1")
    }
}
