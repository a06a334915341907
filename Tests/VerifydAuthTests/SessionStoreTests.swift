import Foundation
import Testing

@testable import VerifydAuth

@Suite("a session and its store")
struct SessionStoreTests {
    @Test("a user is there again at the next start, with tokens, account and kind")
    func restart() throws {
        let bench = try SessionBench()
        var user = SessionBench.user("ada", tokens: 1, at: bench.time.now.addingTimeInterval(0.123_456))
        user.isAnonymous = true
        user.account.providerUserInfo = [WireProvider(providerId: "phone", phoneNumber: "+16505553434")]
        user.account.mfaInfo = [WireFactor(mfaEnrollmentId: "f", totpInfo: WireFactor.Empty())]
        _ = bench.current.begin(user)
        let later = CurrentUser(server: bench.server, store: bench.store)
        #expect(later.session?.user.with { $0 } == user)
        #expect(later.session === later.session)
    }

    @Test("a store that cannot be read yet signs nobody out, tells no listener, and is read again at the next use")
    func locked() async throws {
        let bench = try SessionBench()
        _ = bench.begin()
        bench.store.refusesReads.with { $0 = true }
        let later = CurrentUser(server: bench.server, store: bench.store)
        let ear = Ear()
        _ = later.addListener(.user) { ear.hear($0) }
        _ = later.addListener(.idToken) { ear.hear($0) }
        #expect(later.session == nil && later.storageError?.kind == .keychainError)
        #expect(later.storageError?.userInfo[NSUnderlyingErrorKey] is SwitchedStore.Failure)
        await mainThreadIsDone()
        bench.store.refusesReads.with { $0 = false }
        #expect(later.session != nil && later.storageError == nil)
        #expect(await ear.next(2) == ["ada", "ada"])
    }

    @Test(
        "a value that this version cannot read is nobody, and stays until the next sign-in or sign-out",
        arguments: ["", "garbage", #"{"version":2,"user":{}}"#, #"{"version":1}"#, "[]"])
    func foreign(_ text: String) throws {
        let bench = try SessionBench()
        bench.store.put(Data(text.utf8), forKey: bench.current.key)
        #expect(bench.current.session == nil)
        #expect(bench.store.value(bench.current.key) == Data(text.utf8))
        _ = bench.begin()
        #expect(bench.stored?.account.localId == "ada")
        bench.store.put(Data(text.utf8), forKey: bench.current.key)
        try bench.current.signOut()
        #expect(bench.store.value(bench.current.key) == nil)
    }

    @Test("a value without a uid is nobody")
    func noUID() throws {
        let bench = try SessionBench()
        bench.store.put(try SessionBench.user("", tokens: 1, at: bench.time.now).value(), forKey: bench.current.key)
        #expect(bench.current.session == nil)
    }

    @Test("a store that cannot be written undoes no sign-in, and the next change is written again")
    func unwritable() async throws {
        let bench = try SessionBench([SessionBench.tokens(2)])
        bench.store.refusesWrites.with { $0 = true }
        let session = bench.begin()
        #expect(bench.current.session === session && bench.stored == nil)
        #expect(bench.current.storageError?.kind == .keychainError)
        let error = #expect(throws: AuthError.self) { try bench.current.signOut() }
        #expect(error?.kind == .keychainError && bench.current.session === session)
        bench.store.refusesWrites.with { $0 = false }
        #expect(try await session.idToken(forcingRefresh: true) == "id-2")
        #expect(bench.stored?.tokens.refreshToken == "refresh-2" && bench.current.storageError == nil)
        try bench.current.signOut()
        #expect(bench.current.session == nil && bench.store.value(bench.current.key) == nil)
    }

    @Test("a store that has kept nobody's writes for a while signs nobody out")
    func forgetful() async throws {
        struct Nothing: AuthStore {
            func read(_ key: String) -> Data? { nil }
            func write(_ value: Data?, forKey key: String) {}
        }
        let bench = try SessionBench([SessionBench.tokens(2), SessionBench.tokens(3)])
        let current = CurrentUser(server: bench.server, store: Nothing())
        let session = current.begin(SessionBench.user("ada", tokens: 1, at: bench.time.now))
        #expect(try await session.idToken(forcingRefresh: true) == "id-2")
        #expect(try await session.idToken(forcingRefresh: true) == "id-3")
        #expect(current.session === session)
    }

    @Test("a new refresh token is in the store before it is used")
    func rotation() async throws {
        let rotation = Rotation()
        let bench = try SessionBench(
            transport: ScriptedTransport { call in rotation.answer(call.body["refreshToken"] as? String ?? "") })
        let session = bench.begin()
        bench.store.refusesWrites.with { $0 = true }
        for _ in 0..<3 { #expect(try await session.idToken(forcingRefresh: true) == "id-2") }
        // The app may end here: the server still takes the old token, because nobody has used the new one.
        #expect(bench.stored?.tokens.refreshToken == "refresh-1")
        let later = CurrentUser(server: bench.server, store: bench.store)
        #expect(try await later.session?.idToken(forcingRefresh: true) == "id-2")
        bench.store.refusesWrites.with { $0 = false }
        #expect(try await session.idToken(forcingRefresh: true) == "id-3")
        #expect(bench.transport.calls.last?.body["refreshToken"] as? String == "refresh-2")
        #expect(bench.stored?.tokens.refreshToken == "refresh-3")
    }

    @Test("tokens that a call has brought are used although they could not be stored")
    func unstoredAdoption() async throws {
        let bench = try SessionBench(
            transport: ScriptedTransport { call in
                let isNew = call.body["refreshToken"] as? String == "refresh-7"
                return isNew ? SessionBench.tokens(8) : .refusal("TOKEN_EXPIRED")
            })
        let session = bench.begin()
        bench.store.refusesWrites.with { $0 = true }
        try session.adopt(idToken: "id-7", refreshToken: "refresh-7", expiresIn: "3600")
        #expect(try await session.idToken(forcingRefresh: true) == "id-8")
    }

    @Test("a sign-out in another process is not undone by a refresh here")
    func signedOutElsewhere() async throws {
        let bench = try SessionBench([SessionBench.tokens(2)])
        let ear = Ear()
        let session = bench.begin()
        _ = bench.current.addListener(.user) { ear.hear($0) }
        bench.store.put(nil, forKey: bench.current.key)
        _ = try await session.idToken(forcingRefresh: true)
        #expect(bench.store.value(bench.current.key) == nil && bench.current.session == nil)
        #expect(await ear.next(2) == ["ada", "-"])
    }

    @Test(
        "a sign-in in another process is not undone by a refresh here, nor by the end of the session",
        arguments: [true, false])
    func signedInElsewhere(isRefused: Bool) async throws {
        let bench = try SessionBench([isRefused ? .refusal("USER_DISABLED") : SessionBench.tokens(2)])
        let session = bench.begin()
        bench.store.put(try SessionBench.user("bob", tokens: 5, at: bench.time.now).value(), forKey: bench.current.key)
        _ = try? await session.idToken(forcingRefresh: true)
        #expect(bench.stored?.account.localId == "bob")
        #expect(bench.current.session?.user.with { $0.account.localId } == "bob")
    }

    @Test("a new user who cannot be written brings no other person back at the next start")
    func noGhost() throws {
        final class FullStore: AuthStore {
            let inner = SwitchedStore()
            func read(_ key: String) throws -> Data? { try inner.read(key) }
            func write(_ value: Data?, forKey key: String) throws {
                if value != nil, inner.value(key) != nil { throw SwitchedStore.Failure() }
                try inner.write(value, forKey: key)
            }
        }
        let bench = try SessionBench()
        let store = FullStore()
        let current = CurrentUser(server: bench.server, store: store)
        _ = current.begin(SessionBench.user("ada", tokens: 1, at: bench.time.now))
        _ = current.begin(SessionBench.user("bob", tokens: 2, at: bench.time.now))
        #expect(current.session?.user.with { $0.account.localId } == "bob" && current.storageError != nil)
        #expect(CurrentUser(server: bench.server, store: store).session == nil)
    }

    @Test("two processes on one folder refresh rotating tokens in any order, and nobody is signed out")
    func twoProcesses() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("verifyd-\(UUID().uuidString)")
        let rotation = Rotation()
        let transport = ScriptedTransport { call in rotation.answer(call.body["refreshToken"] as? String ?? "") }
        let bench = try SessionBench(transport: transport)
        let app = CurrentUser(server: bench.server, store: FileAuthStore(folder: folder))
        _ = app.begin(SessionBench.user("ada", tokens: 1, at: bench.time.now))
        let helper = CurrentUser(server: bench.server, store: FileAuthStore(folder: folder))
        for _ in 0..<40 {
            await withTaskGroup(of: Void.self) { group in
                for process in [app, helper, app, helper].shuffled().prefix(.random(in: 1...4)) {
                    group.addTask {
                        await #expect(throws: Never.self) { try await process.session?.idToken(forcingRefresh: true) }
                    }
                }
            }
        }
        #expect(app.session != nil && helper.session != nil)
        let next = CurrentUser(server: bench.server, store: FileAuthStore(folder: folder))
        #expect(try await next.session?.idToken(forcingRefresh: true) != nil)
    }
}

/// Rotating refresh tokens as verifyd has them: a token's successor is fixed, and the old one ends when the successor is used.
private final class Rotation: Sendable {
    private let used = Guarded(1)

    func answer(_ token: String) -> ScriptedTransport.Step {
        guard let number = Int(token.dropFirst("refresh-".count)) else { return .refusal("INVALID_REFRESH_TOKEN") }
        let isGood = used.with { used in
            guard number >= used, number <= used + 1 else { return false }
            used = number
            return true
        }
        return isGood ? SessionBench.tokens(number + 1) : .refusal("INVALID_REFRESH_TOKEN")
    }
}
