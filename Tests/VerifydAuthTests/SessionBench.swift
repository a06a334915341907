import Foundation
import Testing

@testable import VerifydAuth

/// One device's session: a store and a clock that the test holds, a server that answers by script, and what listeners have heard.
struct SessionBench {
    let time = FakeTime()
    let store: SwitchedStore
    let transport: ScriptedTransport
    let server: IdentityServer
    let listeners = StateListeners()
    let current: CurrentUser

    init(store: SwitchedStore = SwitchedStore(), transport: ScriptedTransport) throws {
        self.store = store
        self.transport = transport
        var configuration = Self.configuration(try Self.url)
        configuration.transport = transport
        server = IdentityServer(configuration: configuration, language: Guarded(nil), time: time.authTime)
        current = CurrentUser(server: server, store: store, listeners: listeners)
    }

    init(_ steps: [ScriptedTransport.Step] = [.silence]) throws { try self.init(transport: ScriptedTransport(steps)) }

    static var url: URL { get throws { try #require(URL(string: "http://127.0.0.1:9")) } }

    static func configuration(_ url: URL) -> AuthConfiguration {
        AuthConfiguration(url: url, projectID: "demo-shop", apiKey: "key")
    }

    /// Signs a user in whose tokens have just arrived and are good for an hour.
    func begin(_ uid: String = "ada", tokens number: Int = 1) -> UserSession {
        current.begin(Self.user(uid, tokens: number, at: time.now))
    }

    static func user(_ uid: String, tokens number: Int, at now: Date) -> StoredUser {
        var tokens = SessionTokens(
            refreshToken: "refresh-\(number)", idToken: "id-\(number)", expiresIn: "3600", receivedAt: now)
        tokens.generation = number
        return StoredUser(tokens: tokens, account: WireUser(localId: uid), isAnonymous: false)
    }

    /// The user in the store.
    var stored: StoredUser? { StoredUser(kept: store.value(current.key)) }

    /// The server's answer with new tokens.
    static func tokens(_ number: Int, of uid: String = "ada") -> ScriptedTransport.Step {
        .json(
            """
            {"access_token":"id-\(number)","id_token":"id-\(number)","refresh_token":"refresh-\(number)","expires_in":"3600",
            "token_type":"Bearer","user_id":"\(uid)","project_id":"12345"}
            """)
    }
}

/// A store in memory that fails when the test says so.
final class SwitchedStore: AuthStore {
    struct Failure: Error {}

    private let values = Guarded<[String: Data]>([:])
    let refusesReads = Guarded(false)
    let refusesWrites = Guarded(false)
    let reads = Guarded(0)

    func read(_ key: String) throws -> Data? {
        reads.with { $0 += 1 }
        if refusesReads.with({ $0 }) { throw Failure() }
        return value(key)
    }

    func write(_ value: Data?, forKey key: String) throws {
        if refusesWrites.with({ $0 }) { throw Failure() }
        put(value, forKey: key)
    }

    /// What the store holds, as another process would see it.
    func value(_ key: String) -> Data? { values.with { $0[key] } }
    /// Writes as another process does.
    func put(_ value: Data?, forKey key: String) { values.with { $0[key] = value } }
}

/// Listens, and lets a test wait for what comes.
final class Ear: Sendable {
    let events: AsyncStream<UserSession?>
    private let heard: AsyncStream<UserSession?>.Continuation

    init() { (events, heard) = AsyncStream.makeStream(of: UserSession?.self) }

    @MainActor func hear(_ session: UserSession?) { heard.yield(session) }

    /// The uids of the next events, with `-` for nobody.
    func next(_ count: Int) async -> [String] {
        var names: [String] = []
        for await session in events {
            names.append(session?.user.with { $0.account.localId } ?? "-")
            if names.count == count { break }
        }
        return names
    }
}

/// Returns when everything that was sent to the main thread before has run there.
@MainActor func mainThreadIsDone() async {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
}
