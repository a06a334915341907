import Foundation
import Testing

@testable import VerifydAuth

@Suite("what ends a session and what does not")
struct SessionEndTests {
    @Test(
        "the server's word about the refresh token signs the user out",
        arguments: ["USER_DISABLED", "USER_NOT_FOUND", "TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN", "INVALID_ID_TOKEN"])
    func ends(_ code: String) async throws {
        let bench = try SessionBench([.refusal(code)])
        let ear = Ear()
        let session = bench.begin()
        _ = bench.current.addListener(.user) { ear.hear($0) }
        let error = await #expect(throws: AuthError.self) { try await session.idToken(forcingRefresh: true) }
        #expect(error?.serverCode == code)
        #expect(bench.current.session == nil && bench.store.value(bench.current.key) == nil)
        #expect(await ear.next(2) == ["ada", "-"])
        // The session's user knows it too, without another call.
        await #expect(throws: AuthError.self) { try await session.idToken() }
        #expect(bench.transport.calls.count == 1)
    }

    @Test("what is not the server's word about the session signs nobody out")
    func goesOn() async throws {
        let steps: [ScriptedTransport.Step] = [
            .unavailable(), .refusal("Internal error encountered.", status: 500),
            .failure(.notConnectedToInternet),
            .failure(.timedOut), .failure(.secureConnectionFailed), .page("<h1>USER_DISABLED</h1>"),
            .page("INVALID_REFRESH_TOKEN", status: 400),
            .page("", status: 302, headers: ["Location": "http://portal.example"]),
            .json(#"{"error":"USER_DISABLED"}"#, status: 400), .json(#"{"error":{"message":"#, status: 400),
            .json("{}"),
            .json(#"{"access_token":"","refresh_token":"refresh-2","expires_in":"3600","user_id":"ada"}"#),
            .json(#"{"access_token":"id-2","refresh_token":"","expires_in":"3600","user_id":"ada"}"#),
            .refusal("API key not valid. Please pass a valid API key."), .refusal("OPERATION_NOT_ALLOWED"),
            .refusal("PROJECT_DISABLED"), .refusal("The request is missing a valid API key.", status: 403),
        ]
        for step in steps {
            let bench = try SessionBench([step])
            let session = bench.begin()
            let before = bench.store.value(bench.current.key)
            await #expect(throws: AuthError.self) { try await session.idToken(forcingRefresh: true) }
            #expect(bench.current.session === session && bench.store.value(bench.current.key) == before)
            #expect(try await session.idToken() == "id-1")
        }
    }

    @Test("a refused refresh token is compared with the store, where another process has put the next one")
    func rotatedElsewhere() async throws {
        let bench = try SessionBench(
            transport: ScriptedTransport { call in
                let isNew = call.body["refreshToken"] as? String == "refresh-5"
                return isNew ? SessionBench.tokens(6) : .refusal("INVALID_REFRESH_TOKEN")
            })
        let session = bench.begin()
        bench.store.refusesReads.with { $0 = true }
        let error = await #expect(throws: AuthError.self) { try await session.idToken(forcingRefresh: true) }
        #expect(error?.kind == .keychainError && bench.current.session === session)
        bench.store.refusesReads.with { $0 = false }
        bench.store.put(try SessionBench.user("ada", tokens: 5, at: bench.time.now).value(), forKey: bench.current.key)
        #expect(try await session.idToken(forcingRefresh: true) == "id-6")
        #expect(bench.stored?.tokens.refreshToken == "refresh-6" && bench.current.session === session)
    }

    @Test("another process's token is taken when it comes while ours is being refused")
    func rotatedMeanwhile() async throws {
        let gate = Gate()
        let bench = try SessionBench(
            transport: ScriptedTransport { call in
                if call.body["refreshToken"] as? String == "refresh-5" { return SessionBench.tokens(6) }
                await gate.pass()
                return .refusal("INVALID_REFRESH_TOKEN")
            })
        let session = bench.begin()
        let task = Task { try await session.idToken(forcingRefresh: true) }
        await bench.transport.arrivals(atLeast: 1)
        bench.store.put(try SessionBench.user("ada", tokens: 5, at: bench.time.now).value(), forKey: bench.current.key)
        gate.open()
        #expect(try await task.value == "id-6")
    }

    @Test("a store that always has other refused tokens ends the session all the same")
    func endless() async throws {
        let counter = Guarded(100)
        let store = SwitchedStore()
        let key = SessionBench.configuration(try SessionBench.url).storeKey(for: "user")
        let bench = try SessionBench(
            store: store,
            transport: ScriptedTransport { _ in
                let number = counter.with { number in
                    number += 1
                    return number
                }
                store.put(try? SessionBench.user("ada", tokens: number, at: Date()).value(), forKey: key)
                return .refusal("INVALID_REFRESH_TOKEN")
            })
        let session = bench.begin()
        await #expect(throws: AuthError.self) { try await session.idToken(forcingRefresh: true) }
        #expect(bench.current.session == nil && bench.transport.calls.count == 4)
    }

    @Test("a refresh that ends after the sign-out writes nothing and tells no listener")
    func lateAfterSignOut() async throws {
        let gate = Gate()
        let bench = try SessionBench(
            transport: ScriptedTransport { _ in
                await gate.pass()
                return SessionBench.tokens(2)
            })
        let ear = Ear()
        let session = bench.begin()
        _ = bench.current.addListener(.idToken) { ear.hear($0) }
        let task = Task { try await session.idToken(forcingRefresh: true) }
        await bench.transport.arrivals(atLeast: 1)
        try bench.current.signOut()
        gate.open()
        #expect(try await task.value == "id-2")
        #expect(bench.store.value(bench.current.key) == nil && bench.current.session == nil)
        _ = bench.begin("bob")
        #expect(await ear.next(3) == ["ada", "-", "bob"])
    }

    @Test("a session that ends after another sign-in does not sign the new user out", arguments: [true, false])
    func lateAfterSignIn(isRefused: Bool) async throws {
        let gate = Gate()
        let bench = try SessionBench(
            transport: ScriptedTransport { _ in
                await gate.pass()
                return isRefused ? .refusal("USER_DISABLED") : SessionBench.tokens(2)
            })
        let session = bench.begin()
        let task = Task { try await session.idToken(forcingRefresh: true) }
        await bench.transport.arrivals(atLeast: 1)
        // The same account again is another session too.
        let next = bench.begin("ada", tokens: 9)
        gate.open()
        _ = await task.result
        #expect(bench.current.session === next && bench.stored?.tokens.refreshToken == "refresh-9")
    }

    @Test(
        "tokens that a call brings while a refresh is under way are kept, also if the refresh is refused",
        arguments: [true, false])
    func adoptedMeanwhile(isRefused: Bool) async throws {
        let gate = Gate()
        let bench = try SessionBench(
            transport: ScriptedTransport { call in
                guard call.body["refreshToken"] as? String == "refresh-1" else { return SessionBench.tokens(8) }
                await gate.pass()
                return isRefused ? .refusal("TOKEN_EXPIRED") : SessionBench.tokens(2)
            })
        let session = bench.begin()
        let task = Task { try await session.idToken(forcingRefresh: true) }
        await bench.transport.arrivals(atLeast: 1)
        try session.adopt(idToken: "id-7", refreshToken: "refresh-7", expiresIn: "3600")
        gate.open()
        #expect(try await task.value == (isRefused ? "id-8" : "id-7"))
        #expect(bench.current.session === session)
        #expect(bench.stored?.tokens.refreshToken == (isRefused ? "refresh-8" : "refresh-7"))
    }

    @Test("many sign-ins, sign-outs and refreshes at once leave memory and store of one mind")
    func storm() async throws {
        let bench = try SessionBench(
            transport: ScriptedTransport { call in
                call.number % 5 == 4 ? .refusal("USER_DISABLED") : SessionBench.tokens(call.number + 1_000)
            })
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    switch number % 4 {
                    case 0: _ = bench.begin("ada", tokens: number)
                    case 1: try? bench.current.signOut()
                    case 2: _ = try? await bench.current.session?.idToken(forcingRefresh: true)
                    default: try? bench.current.session?.adopt(idToken: "i", refreshToken: nil, expiresIn: "3600")
                    }
                }
            }
        }
        let session = bench.current.session
        #expect(bench.stored == session?.user.with { $0 })
    }
}
